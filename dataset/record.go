package dataset

import (
	"encoding/binary"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// record is a game as a block stores it, its plies in a buffer the caller lends.
type record struct {
	Index   uint64
	Packed  uint64 // the deal
	Opening int
	Result  rules.Outcome
	Reason  rules.Reason
	Plies   []Ply
}

func (r *record) appendCanonical(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, r.Index)
	dst = binary.LittleEndian.AppendUint64(dst, r.Packed)
	dst = append(dst, uint8(r.Opening), uint8(r.Result), uint8(r.Reason))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(r.Plies)))
	for i := range r.Plies {
		p := &r.Plies[i]
		dst = binary.LittleEndian.AppendUint16(dst, uint16(p.Move))
		dst = binary.LittleEndian.AppendUint16(dst, uint16(int16(p.Score)))
		dst = append(dst, uint8(p.Flags.onDisk()))
	}
	return dst
}

// sensibleFrom returns the ply behind the last move that was drawn at random. The result says nothing of what was
// before it: a random move may throw any game away.
func (r *record) sensibleFrom() int {
	t := len(r.Plies)
	for t > 0 && r.Plies[t-1].Flags&Random == 0 {
		t--
	}
	return t
}

// flags returns those of ply t, ScoreOnly included; sensible is what sensibleFrom returns.
func (r *record) flags(t, sensible int) Flags {
	f := r.Plies[t].Flags
	if f&Tail != 0 || t < sensible || cuttable(r.Reason) {
		f |= ScoreOnly
	}
	return f
}

// toGame checks r and turns it into a Game with its own plies.
func (r *record) toGame(where Location) (Game, error) {
	d, err := deal.Unpack(r.Packed)
	if err != nil {
		return Game{}, where.at(r.Index).damaged("%v", err)
	}
	g := Game{Index: r.Index, Deal: d, Opening: r.Opening, Result: r.Result, Reason: r.Reason,
		Plies: append([]Ply(nil), r.Plies...)}
	if err := g.check(); err != nil {
		return Game{}, where.at(r.Index).damaged("%v", err)
	}
	return g, nil
}

// moverAt returns the side that makes ply t of a game: Red moves first.
func moverAt(t int) board.Color { return board.Color(t & 1) }
