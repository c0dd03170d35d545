package features

import "jieqi/engine/board"

// The shape of the input vector.
const (
	PieceInputs = 2 * board.NumKinds * board.NumPoints // 1,440: side, kind, point
	PoolSlots   = 15                                   // a side's unseen identities, one slot a copy
	Count       = PieceInputs + 2*PoolSlots            // 1,470 inputs of one perspective
	MaxPieces   = 32                                   // piece inputs on at once
	MaxActive   = MaxPieces + 2*PoolSlots              // 62 inputs on at once
)

// SlotRange is the run of pool slots of one kind: First, First+1, … First+Len-1. They fill from
// the front: slot First+j is on when more than j copies are unseen.
type SlotRange struct {
	Kind       board.Kind
	First, Len int
}

// SlotRanges lists the pool slots of a side in ascending order.
var SlotRanges = [6]SlotRange{
	{board.Advisor, 0, 2},
	{board.Elephant, 2, 2},
	{board.Horse, 4, 2},
	{board.Chariot, 6, 2},
	{board.Cannon, 8, 2},
	{board.Soldier, 10, 5},
}

// firstSlot is SlotRanges by kind.
var firstSlot = func() (t [board.NumKinds]uint16) {
	for _, r := range SlotRanges {
		t[r.Kind] = uint16(r.First)
	}
	return t
}()

// seenFrom[persp][mirror][pt] is pt as persp sees it, on a mirrored board if mirror is 1.
var seenFrom = func() (t [board.NumColors][2][board.NumPoints]uint16) {
	for i := range board.NumPoints {
		pt := board.Point(i)
		t[board.Red][0][i], t[board.Red][1][i] = uint16(pt), uint16(pt.Mirror())
		t[board.Black][0][i], t[board.Black][1][i] = uint16(pt.Flip()), uint16(pt.Flip().Mirror())
	}
	return t
}()

// pieceInput returns the input of a piece at a point already seen from persp. Exchanging the
// colour bit turns "red, black" into "own, enemy".
func pieceInput(pc board.Piece, persp board.Color, seen uint16) uint16 {
	return uint16(pc^board.Piece(persp)<<3)*board.NumPoints + seen
}

// poolInput returns the input of copy number left (from 0) of kind in the pool of owner.
func poolInput(owner, persp board.Color, kind board.Kind, left uint8) uint16 {
	return PieceInputs + uint16(owner^persp)*PoolSlots + firstSlot[kind] + uint16(left)
}

// appendPool appends the inputs that are on for the pool of owner.
func appendPool(dst []uint16, pool *board.Pool, owner, persp board.Color) []uint16 {
	first := PieceInputs + uint16(owner^persp)*PoolSlots
	for i := range SlotRanges {
		r := &SlotRanges[i]
		for j := range uint16(pool[r.Kind]) {
			dst = append(dst, first+uint16(r.First)+j)
		}
	}
	return dst
}
