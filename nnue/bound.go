package nnue

import (
	"fmt"
	"math"
	"slices"

	"jieqi/engine/board"
	"jieqi/nnue/features"
)

// OverflowError says that a first-layer neuron's sum could leave int16.
type OverflowError struct {
	Neuron   int
	Min, Max int // what the sum could reach, in integer units
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("first-layer neuron %d can reach %d to %d, beyond int16", e.Neuron, e.Min, e.Max)
}

// proveBounds returns an *OverflowError for the first neuron whose accumulator could leave
// int16 in a legal position, given weights [Inputs][Width] and biases at FirstScale.
func proveBounds(weights, bias []int32) error {
	column := make([]int, Inputs)
	for j := range Width {
		for i := range column {
			column[i] = int(weights[i*Width+j])
		}
		start := int(bias[j]) + 1 // as firstLayer.start
		high := start + reach(column)
		for i := range column {
			column[i] = -column[i]
		}
		low := start - reach(column)
		if low < math.MinInt16 || high > math.MaxInt16 {
			return &OverflowError{Neuron: j, Min: low, Max: high}
		}
	}
	return nil
}

// reach returns an upper bound of what the inputs of any legal position add to a neuron with the
// given weights, at least 0: on a point stands one piece or none, at most 32 points are taken,
// and the slots of a pool fill from the front.
func reach[T int | float64](weights []T) T {
	var best [board.NumPoints]T // the most a piece on this point adds
	for i, w := range weights[:features.PieceInputs] {
		best[i%board.NumPoints] = max(best[i%board.NumPoints], w)
	}
	slices.Sort(best[:])
	var total T
	for _, w := range best[board.NumPoints-features.MaxPieces:] {
		total += w
	}
	for first := features.PieceInputs; first < features.Count; first += features.PoolSlots {
		for _, r := range features.SlotRanges {
			total += maxPrefix(weights[first+r.First:][:r.Len])
		}
	}
	return total
}

// maxPrefix returns the largest sum of a prefix of weights, the empty one included.
func maxPrefix[T int | float64](weights []T) T {
	var sum, most T
	for _, w := range weights {
		sum += w
		most = max(most, sum)
	}
	return most
}
