package inspect

import (
	"math"

	"jieqi/engine/board"
	"jieqi/nnue"
	"jieqi/nnue/features"
)

// Strength returns how strongly each input is wired: the root mean square of its weights to the first layer's neurons.
func Strength(p *nnue.Params) (strength [features.Count]float64) {
	for i := range strength {
		sum := 0.0
		for _, w := range p.L0[i*nnue.Width:][:nnue.Width] {
			sum += float64(w) * float64(w)
		}
		strength[i] = math.Sqrt(sum / nnue.Width)
	}
	return strength
}

// Group is inputs that belong together: a kind of piece of one side, or a side's pool.
type Group struct {
	Side     string  `json:"side"`     // "own" or "enemy", as a perspective sees it
	Kind     string  `json:"kind"`     // of the piece, or "pool"
	Inputs   int     `json:"inputs"`   // that were on in some position looked at
	Strength float64 `json:"strength"` // their average
	Unseen   float64 `json:"unseen"`   // average of those that never were on, such as a general outside its palace
}

// sides are the names of features' two halves, in their order.
var sides = [2]string{"own", "enemy"}

// kindNames are the kinds of piece in the order of the inputs.
var kindNames = [board.NumKinds]string{"general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier", "face-down"}

// groups averages the strength of inputs, those seen on positions apart from the rest.
func groups(p *nnue.Params, seen *[features.Count]bool) (list []Group) {
	strength := Strength(p)
	group := func(side, kind string, first, n int) {
		g := Group{Side: side, Kind: kind}
		for i := first; i < first+n; i++ {
			if seen[i] {
				g.Inputs++
				g.Strength += strength[i]
			} else {
				g.Unseen += strength[i]
			}
		}
		g.Strength /= float64(max(g.Inputs, 1))
		g.Unseen /= float64(max(n-g.Inputs, 1))
		list = append(list, g)
	}
	for s, side := range sides {
		for k, kind := range kindNames {
			group(side, kind, firstInput(s, board.Kind(k)), board.NumPoints)
		}
		group(side, "pool", firstSlot(s), features.PoolSlots)
	}
	return list
}

// firstInput returns the input of a piece of side 0 (own) or 1 (enemy) on a0; those on the other points follow.
func firstInput(side int, k board.Kind) int {
	return (side*board.NumKinds + int(k)) * board.NumPoints
}

// firstSlot returns the first input of a side's pool.
func firstSlot(side int) int { return features.PieceInputs + side*features.PoolSlots }
