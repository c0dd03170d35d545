package recipe

import (
	"math"

	"jieqi/eval"
)

// Difference is how much stronger one row is than another, judged by their pairs on the same deals.
type Difference struct {
	Pairs  int     `json:"pairs"`
	Points float64 `json:"points"` // mean result per game, the row's less the baseline's, -1 to 1
	Elo    float64 `json:"elo"`    // of the row less that of the baseline
	Low    float64 `json:"elo_low"`
	High   float64 `json:"elo_high"` // ends of the 95 % interval of Elo
}

// z95 is the two-sided 95 % quantile of the normal distribution.
const z95 = 1.959963984540054

// compare returns the difference of two lists of pair results, 0 to 1, of the same deals in the same order; the
// longer list is cut. The interval is that of the differences of single pairs, each side weighted by the
// slope of its Elo (delta method), so that what a deal does to both cancels out.
func compare(own, others []float64) Difference {
	n := min(len(own), len(others))
	own, others = own[:n], others[:n]
	a, b := mean(own), mean(others)
	slopeA, slopeB := eloSlope(a, n), eloSlope(b, n)
	weighted := make([]float64, n)
	for i := range weighted {
		weighted[i] = slopeA*own[i] - slopeB*others[i]
	}
	d := Difference{Pairs: n, Points: a - b, Elo: eval.Elo(a) - eval.Elo(b)}
	margin := z95 * eval.NewPaired(weighted).StdErr
	d.Low, d.High = d.Elo-margin, d.Elo+margin
	return d
}

// eloSlope is the derivative of Elo by the score of n pairs, which is kept half a step away from 0 and 1.
func eloSlope(score float64, n int) float64 {
	edge := 1 / float64(8*max(1, n))
	score = min(max(score, edge), 1-edge)
	return 400 / (math.Ln10 * score * (1 - score))
}

// results returns the results of pairs, 0 to 1.
func (p *Played) results() []float64 {
	out := make([]float64, len(p.Pairs))
	for i, half := range p.Pairs {
		out[i] = float64(half) / 4
	}
	return out
}

// meanResults returns the mean of several lists of results, pair by pair, as far as the shortest goes.
func meanResults(lists [][]float64) []float64 {
	if len(lists) == 0 {
		return nil
	}
	n := len(lists[0])
	for _, list := range lists {
		n = min(n, len(list))
	}
	out := make([]float64, n)
	for i := range out {
		for _, list := range lists {
			out[i] += list[i] / float64(len(lists))
		}
	}
	return out
}
