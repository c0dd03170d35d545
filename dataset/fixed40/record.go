package fixed40

import (
	"encoding/binary"

	"jieqi/dataset"
	"jieqi/engine/board"
)

// Size is the size of a record in bytes.
const Size = 40

// Record is a position in the form that the package's documentation describes.
type Record [Size]byte

// Where the fields of a record begin.
const (
	atPieces = 12
	atPools  = 28
	atScore  = 32
	atPly    = 34
	atResult = 36
	atFlags  = 37
	atFrom   = 38
	atTo     = 39
)

const (
	opponent   = 8   // set in the code of a piece
	blackMoves = 128 // added to the point that the move leaves
)

// encode returns the record of a turn.
func encode(t *dataset.Turn) (r Record) {
	p, mover := t.Public, t.Public.Side()
	n := 0
	for at := range board.Point(board.NumPoints) {
		piece := p.At(seen(at, mover))
		if piece == board.NoPiece {
			continue
		}
		code := byte(piece.Kind())
		if piece.Color() != mover {
			code |= opponent
		}
		r[at/8] |= 1 << (at % 8)
		r[atPieces+n/2] |= code << (n % 2 * 4)
		n++
	}
	u := binary.LittleEndian
	u.PutUint16(r[atPools:], pool(&t.Pools[mover]))
	u.PutUint16(r[atPools+2:], pool(&t.Pools[mover.Other()]))
	u.PutUint16(r[atScore:], uint16(int16(t.Plies[t.At].Score)))
	u.PutUint16(r[atPly:], uint16(t.At))
	r[atResult], r[atFlags] = uint8(t.Result.For(mover)), uint8(t.Flags)
	r[atFrom], r[atTo] = byte(seen(t.Played.Move.From(), mover)), byte(seen(t.Played.Move.To(), mover))
	if mover == board.Black {
		r[atFrom] |= blackMoves
	}
	return r
}

// seen turns a point into the one that a side counts it as, and back.
func seen(pt board.Point, side board.Color) board.Point {
	if side == board.Black {
		return pt.Flip()
	}
	return pt
}

// pool packs the counts of the kinds in their order: two bits each, three for soldiers.
func pool(p *board.Pool) (bits uint16) {
	for k := board.Advisor; k <= board.Soldier; k++ {
		bits |= uint16(p[k]) << (2 * (k - board.Advisor))
	}
	return bits
}
