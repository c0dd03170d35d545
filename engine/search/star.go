package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// one is the expected score of a win, in the integer type that sums are kept in.
const one = int64(score.One)

// priceStar1 prices the reveal m, its identities searched to depth, by Ballard's first method: each identity
// gets the window outside which no outcome of the rest, between a loss and a win, could bring the average
// into (alpha, beta). Inside the window the result is exact, outside a bound.
func (w *worker) priceStar1(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	c.move = board.NoMove
	c.listIdentities(&w.pos)
	if alpha >= score.MateBound || beta <= -score.MateBound {
		return w.priceMates(m, alpha, beta, depth, ply)
	}
	floor, ceiling := low(alpha)*c.total, high(beta)*c.total
	var sum int64
	rest := c.total * one
	for i := range c.n { // the likeliest first
		weight := int64(c.weights[i])
		rest -= weight * one
		lo := lowEdge(floor-sum-rest, weight)
		hi := highEdge(ceiling-sum, weight)
		v := w.searchAfter(m, c.kinds[i], lo, hi, depth, ply)
		if w.stopped {
			return 0
		}
		c.values[i] = v
		sum += int64(v.Expected()) * weight
		if v <= lo {
			return min(alpha, score.Prob((sum+rest)/c.total).Value())
		}
		if v >= hi {
			return max(beta, score.Prob(sum/c.total).Value())
		}
	}
	return c.average()
}

// priceMates prices a reveal in a window inside the mate range. The average lies in such a window only
// if every identity does, so the node is a minimum over identities, or a maximum when it is the mover
// who is mated.
func (w *worker) priceMates(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	mating := alpha >= score.MateBound
	lo, hi := alpha, beta
	for i := range c.n {
		v := w.searchAfter(m, c.kinds[i], lo, hi, depth, ply)
		switch {
		case w.stopped:
			return 0
		case mating && v <= alpha:
			return alpha
		case !mating && v >= beta:
			return beta
		case mating:
			hi = max(min(hi, v), lo+1)
		default:
			lo = min(max(lo, v), hi-1)
		}
		c.values[i] = v
	}
	return c.average()
}

// low returns the expected score that an average must exceed to beat alpha. Beyond ExactEval, where
// neighbouring values share an expected score, it errs on the side of searching.
func low(alpha score.Value) int64 {
	if alpha < -score.ExactEval {
		return -1
	}
	return int64(min(alpha, score.ExactEval).Expected())
}

// high returns the expected score at which an average reaches beta, with the same caution.
func high(beta score.Value) int64 {
	if beta > score.ExactEval {
		return one + 1
	}
	return int64(max(beta, -score.ExactEval).Expected())
}

// lowEdge returns the largest value for which weight copies do not exceed need, in expected score.
func lowEdge(need, weight int64) score.Value {
	if need < 0 {
		return -score.Infinity
	}
	if need >= one*weight {
		return score.Infinity // not even a mate would do
	}
	return score.Prob(need / weight).Floor()
}

// highEdge returns the smallest value for which weight copies reach need, in expected score.
func highEdge(need, weight int64) score.Value {
	if need <= 0 {
		return -score.Infinity // even being mated will do
	}
	if need > one*weight {
		return score.Infinity
	}
	return score.Prob((need + weight - 1) / weight).Ceil()
}
