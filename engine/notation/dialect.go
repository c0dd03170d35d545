package notation

import (
	"fmt"
	"strconv"
	"strings"

	"jieqi/engine/board"
)

// Dialect is how some program wants its FENs. The zero Dialect is the one FormatFEN writes.
type Dialect struct {
	NoZeros bool   // leave identities out of which none is left; an empty pool is "-"
	Layout  Layout // which fields there are
}

// Layout is a choice and order of FEN fields.
type Layout uint8

// The layouts.
const (
	FiveFields  Layout = iota // board side pool halfmove fullmove
	ThreeFields               // board side pool
	SixFields                 // board side pool captured halfmove fullmove
	SevenFields               // board pool side - - halfmove fullmove
	numLayouts  = iota
)

// layoutFields are the fields of each layout.
var layoutFields = [numLayouts]string{
	FiveFields:  "board side pool halfmove fullmove",
	ThreeFields: "board side pool",
	SixFields:   "board side pool captured halfmove fullmove",
	SevenFields: "board pool side - - halfmove fullmove",
}

// LayoutOf returns the layout with the given number of fields.
func LayoutOf(fields int) (Layout, error) {
	for l, names := range layoutFields {
		if len(strings.Fields(names)) == fields {
			return Layout(l), nil
		}
	}
	return 0, fmt.Errorf("no FEN has %d fields (want 3, 5, 6 or 7)", fields)
}

// Fields returns the number of fields of l.
func (l Layout) Fields() int { return len(strings.Fields(layoutFields[l])) }

// Format writes p in the dialect. A position does not remember which of the pieces that are gone were taken face
// down, so a captured list is "-": the pool leaves them out anyway.
func (d Dialect) Format(p *board.Position) string {
	return d.FormatSetup(p.Setup(), [board.NumColors]board.Pool{})
}

// FormatSetup writes a setup, which is not checked, in the dialect. A captured list has the identities of the pieces
// of each side that were taken face down, as far as the observer knows them; other layouts leave them out.
func (d Dialect) FormatSetup(s board.Setup, captured [board.NumColors]board.Pool) string {
	b := make([]byte, 0, 128)
	for i, name := range strings.Fields(layoutFields[d.Layout]) {
		if i > 0 {
			b = append(b, ' ')
		}
		b = d.appendField(b, name, &s, &captured)
	}
	return string(b)
}

func (d Dialect) appendField(b []byte, name string, s *board.Setup, captured *[board.NumColors]board.Pool) []byte {
	switch name {
	case "board":
		return appendBoard(b, &s.Pieces)
	case "side":
		return append(b, "wb"[s.Side])
	case "pool":
		return d.appendPools(b, &s.Pools)
	case "captured":
		return Dialect{NoZeros: true}.appendPools(b, captured)
	case "halfmove":
		return strconv.AppendInt(b, int64(s.Halfmove), 10)
	case "fullmove":
		return strconv.AppendInt(b, int64(s.Fullmove), 10)
	}
	return append(b, name...)
}

func (d Dialect) appendPools(b []byte, pools *[board.NumColors]board.Pool) []byte {
	begin := len(b)
	for c := range pools {
		for _, k := range board.PoolKinds {
			if n := pools[c][k]; n > 0 || !d.NoZeros {
				b = append(b, board.MakePiece(board.Color(c), k).Letter(), '0'+n)
			}
		}
	}
	if len(b) == begin {
		b = append(b, '-')
	}
	return b
}

// appendBoard writes ten ranks, rank 9 first.
func appendBoard(b []byte, pieces *[board.NumPoints]board.Piece) []byte {
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		b = appendRank(b, pieces[rank*board.Files:][:board.Files])
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}
