package features

import "jieqi/engine/board"

// Name identifies the meaning of the inputs in network files: another meaning needs another name.
const Name = "jieqi-piece-point-pool"

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

// pieceTable gives the input of a piece on a point of the board.
type pieceTable [2 * board.NumKinds][board.NumPoints]uint16

// pieceInputs[persp][mirror] is the table for persp, of a mirrored board if mirror is 1.
var pieceInputs = func() (t [board.NumColors][2]pieceTable) {
	for c := board.Red; c <= board.Black; c++ {
		for pc := range board.Piece(2 * board.NumKinds) {
			for pt := range board.NoPoint {
				seen := pt
				if c == board.Black {
					seen = pt.Flip()
				}
				// Exchanging the colour bit turns "red, black" into "own, enemy".
				plane := int(pc^board.Piece(c)<<3) * board.NumPoints
				t[c][0][pc][pt] = uint16(plane + int(seen))
				t[c][1][pc][pt] = uint16(plane + int(seen.Mirror()))
			}
		}
	}
	return t
}()

// poolInput returns the input of copy number left (from 0) of kind in the pool of owner.
func poolInput(owner, persp board.Color, kind board.Kind, left uint8) uint16 {
	return PieceInputs + uint16(owner^persp)*PoolSlots + firstSlot[kind] + uint16(left)
}
