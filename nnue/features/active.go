package features

import "jieqi/engine/board"

// Active appends to dst the inputs that are on for p seen from persp, and returns it. It does
// not allocate when dst has room for MaxActive more.
func Active(p *board.Position, persp board.Color, dst []uint16) []uint16 {
	var l list
	table := &pieceInputs[persp][0]
	for occ := p.Occupied(); !occ.Empty(); {
		pt := occ.PopFirst()
		l.add(table[p.At(pt)][pt])
	}
	l.addPools(p.Pool(persp), p.Pool(persp.Other()))
	return l.appendTo(dst)
}

// ActivePacked is Active for the packed form of a view, of the left-right mirrored board when
// mirror is set.
func ActivePacked(k *board.Packed, persp board.Color, mirror bool, dst []uint16) []uint16 {
	var l list
	table := tableOf(persp, mirror)
	var placed [MaxPieces]board.PlacedPiece
	for _, pp := range placed[:k.Pieces(&placed)] {
		l.add(table[pp.Piece][pp.Point])
	}
	l.addPools(k.Pool(persp), k.Pool(persp.Other()))
	return l.appendTo(dst)
}

// Both has room for the inputs of one position as both sides see them.
type Both struct{ own, enemy list }

// Packed returns what ActivePacked returns for the side to move (own) and for its opponent (enemy), in one pass
// over the pieces. The lists hold until the next call.
func (b *Both) Packed(k *board.Packed, mirror bool) (own, enemy []uint16) {
	side := k.Side()
	mine, theirs := tableOf(side, mirror), tableOf(side.Other(), mirror)
	var placed [MaxPieces]board.PlacedPiece
	n := k.Pieces(&placed)
	for i, pp := range placed[:n] {
		b.own.inputs[i&(MaxPieces-1)] = mine[pp.Piece][pp.Point]
		b.enemy.inputs[i&(MaxPieces-1)] = theirs[pp.Piece][pp.Point]
	}
	b.own.n, b.enemy.n = n, n
	ours, others := k.Pool(side), k.Pool(side.Other())
	b.own.addPools(ours, others)
	b.enemy.addPools(others, ours)
	return b.own.inputs[:b.own.n], b.enemy.inputs[:b.enemy.n]
}

func tableOf(persp board.Color, mirror bool) *pieceTable {
	if mirror {
		return &pieceInputs[persp][1]
	}
	return &pieceInputs[persp][0]
}
