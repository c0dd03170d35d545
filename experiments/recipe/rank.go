package recipe

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// spearman returns the rank correlation of two lists of equal length, ties sharing the mean of their ranks; NaN
// for fewer than three pairs and for lists whose values are all equal.
func spearman(x, y []float64) float64 {
	if len(x) < 3 {
		return math.NaN()
	}
	return stat.Correlation(ranks(x), ranks(y), nil)
}

// ranks returns the rank of each value, from 1 for the lowest.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return out
}
