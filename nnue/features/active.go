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
	table := &pieceInputs[persp][0]
	if mirror {
		table = &pieceInputs[persp][1]
	}
	var placed [MaxPieces]board.PlacedPiece
	for _, pp := range placed[:k.Pieces(&placed)] {
		l.add(table[pp.Piece][pp.Point])
	}
	l.addPools(k.Pool(persp), k.Pool(persp.Other()))
	return l.appendTo(dst)
}
