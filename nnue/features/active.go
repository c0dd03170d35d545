package features

import "jieqi/engine/board"

// Active appends to dst the inputs that are on for p seen from persp, and returns it. It does
// not allocate when dst has room for MaxActive more.
func Active(p *board.Position, persp board.Color, dst []uint16) []uint16 {
	seen := &seenFrom[persp][0]
	for occ := p.Occupied(); !occ.Empty(); {
		pt := occ.PopFirst()
		dst = append(dst, pieceInput(p.At(pt), persp, seen[pt]))
	}
	own, enemy := p.Pool(persp), p.Pool(persp.Other())
	dst = appendPool(dst, &own, persp, persp)
	return appendPool(dst, &enemy, persp.Other(), persp)
}

// ActivePacked is Active for the packed form of a view, of the left-right mirrored board when
// mirror is set.
func ActivePacked(k *board.Packed, persp board.Color, mirror bool, dst []uint16) []uint16 {
	seen := &seenFrom[persp][0]
	if mirror {
		seen = &seenFrom[persp][1]
	}
	var placed [MaxPieces]board.PlacedPiece
	for _, pp := range placed[:k.Pieces(&placed)] {
		dst = append(dst, pieceInput(pp.Piece, persp, seen[pp.Point]))
	}
	own, enemy := k.Pool(persp), k.Pool(persp.Other())
	dst = appendPool(dst, &own, persp, persp)
	return appendPool(dst, &enemy, persp.Other(), persp)
}
