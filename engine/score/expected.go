package score

import (
	"math"
	"math/bits"
	"sort"
)

// Scale is the number of centipawns in one unit of the logistic curve.
const Scale = 173.8

// scaleTenths is Scale as an integer, in tenths.
const scaleTenths = 1738

// Prob is an expected score in fixed point, from 0 (lost) to One (won).
type Prob int32

// One is the expected score of a won position, Half that of an even one.
const (
	One  Prob = 1 << 30
	Half      = One / 2
)

// ExactEval bounds the values that Expected and Prob.Value carry there and back unchanged.
const ExactEval Value = 2600

// tableEnd is the first value whose expected score rounds to One.
const tableEnd = 3800

// excess[v] is the expected score of v less Half, strictly below Half: only a mate is certain.
var excess = buildExcess()

// buildExcess tabulates σ(v/Scale) − ½ with 64 fractional bits by repeated multiplication.
func buildExcess() *[tableEnd]Prob {
	var t [tableEnd]Prob
	step := expMinus(10, scaleTenths)
	t[0] = 0
	power := step // e^(−v/Scale) with 64 fractional bits
	for v := 1; v < tableEnd; v++ {
		// 2^92 / (2^62 + power/4) is 2^30·σ(v/Scale), rounded to nearest.
		den := uint64(1)<<62 + power>>2
		q, _ := bits.Div64(1<<28, den/2, den)
		t[v] = min(Prob(q), One-1) - Half
		hi, lo := bits.Mul64(power, step)
		power = hi + lo>>63
	}
	return &t
}

// expMinus returns e^(−num/den) with 64 fractional bits, for 0 < num < den.
func expMinus(num, den uint64) uint64 {
	y, _ := bits.Div64(num, 0, den)
	rest := uint64(0) // 1 − e^−y = y − y²/2! + y³/3! − …
	term := y
	for n := uint64(2); term != 0; n++ {
		if n%2 == 0 {
			rest += term
		} else {
			rest -= term
		}
		hi, _ := bits.Mul64(term, y)
		term = hi / n
	}
	return -rest
}

// Expected returns the expected score of the side v is said of. A mate is exactly 0 or One,
// and nothing else is.
func (v Value) Expected() Prob { return Half + v.excess() }

// excess returns the expected score less Half: an odd function of v.
func (v Value) excess() Prob {
	switch {
	case v >= MateBound:
		return Half
	case v <= -MateBound:
		return -Half
	case v < 0:
		return -excess[min(-v, tableEnd-1)]
	}
	return excess[min(v, tableEnd-1)]
}

// Value returns the evaluation whose expected score is nearest to e (the smaller one in size when
// two are equally near or equal); an e at or beyond 0 or One gives the largest value tabulated.
func (e Prob) Value() Value { return valueOf(e - Half) }

func valueOf(x Prob) Value {
	if x < 0 {
		return -valueOf(-x)
	}
	above := atLeast(x)
	if above == 0 {
		return 0
	}
	if above == tableEnd {
		return lastDistinct()
	}
	if x-excess[above-1] <= excess[above]-x {
		return Value(above - 1)
	}
	return Value(above)
}

// Floor returns the largest evaluation whose expected score is at most e; −Infinity if only mated
// scores are that low, Infinity if even mates are.
func (e Prob) Floor() Value { return -(One - e).Ceil() }

// Ceil returns the smallest evaluation whose expected score is at least e; Infinity if only mates
// are that high, −Infinity if even mated scores are.
func (e Prob) Ceil() Value {
	if e <= 0 {
		return -Infinity
	}
	x := e - Half
	if x > 0 {
		if v := atLeast(x); v < tableEnd {
			return Value(v)
		}
		return Infinity
	}
	// The smallest v with excess(v) >= x is minus the largest u with excess[u] <= −x.
	if u := atLeast(1 - x); u < tableEnd {
		return Value(1 - u)
	}
	return -MaxEval
}

// atLeast returns the first index of the table whose entry is at least x, tableEnd if none is.
func atLeast(x Prob) int {
	lo, hi := 0, tableEnd
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if excess[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// lastDistinct returns the first value that shares the table's last expected score.
func lastDistinct() Value {
	return Value(sort.Search(tableEnd, func(i int) bool { return excess[i] == excess[tableEnd-1] }))
}

// Float returns the expected score of v for statistics, mates exactly 0 or 1. Floating point: not for search.
func (v Value) Float() float64 {
	switch {
	case v >= MateBound:
		return 1
	case v <= -MateBound:
		return 0
	}
	return Logistic(float64(v) / Scale)
}

// Logistic returns the expected score, 0 to 1, of a side whose evaluation is z units of a logistic curve:
// 1/(1 + exp(−z)). A unit is Scale centipawns, or what a fit to results of games says. Floating point like Float.
func Logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
