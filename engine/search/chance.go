package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// chanceNode is what a reveal may turn into: the likeliest identity first, the others as
// board.PoolKinds has them.
type chanceNode struct {
	move    board.Move // the reveal whose values are kept for a re-search; NoMove for none
	depth   int        // they were searched to
	n       int
	kinds   [len(board.PoolKinds)]board.Kind
	weights [len(board.PoolKinds)]int32
	values  [len(board.PoolKinds)]score.Value // in the view of the side that reveals
	total   int64                             // of weights
}

// listIdentities lists the identities left in the pool of the side to move.
func (c *chanceNode) listIdentities(p *board.Position) {
	pool := p.Pool(p.Side())
	likeliest := board.NoKind
	for _, k := range board.PoolKinds {
		if pool[k] > 0 && (likeliest == board.NoKind || pool[k] > pool[likeliest]) {
			likeliest = k
		}
	}
	c.n, c.total = 0, 0
	c.add(likeliest, pool[likeliest])
	for _, k := range board.PoolKinds {
		if pool[k] > 0 && k != likeliest {
			c.add(k, pool[k])
		}
	}
}

func (c *chanceNode) add(k board.Kind, count uint8) {
	c.kinds[c.n], c.weights[c.n] = k, int32(count)
	c.total += int64(count)
	c.n++
}

// average returns the value of the node from the values of all its identities.
func (c *chanceNode) average() score.Value { return score.Average(c.values[:c.n], c.weights[:c.n]) }

// priceReveal prices the reveal m at a node with depth plies left, in the view of the side that makes it.
// The chance node itself costs no depth.
func (w *worker) priceReveal(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	switch w.opt.Chance {
	case Bound:
		return w.priceBound(m, alpha, beta, depth, ply)
	case Star1:
		return w.priceStar1(m, alpha, beta, depth-1, ply)
	}
	return w.priceShallow(m, alpha, beta, depth, ply)
}

// priceBound averages what every identity returns in the node's own window.
func (w *worker) priceBound(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	c.listIdentities(&w.pos)
	for i := range c.n {
		c.values[i] = w.searchAfter(m, c.kinds[i], alpha, beta, depth-1, ply)
		if w.stopped {
			return 0
		}
	}
	return c.average()
}

// priceShallow averages the values of all identities searched with an open window ShallowBy plies
// shallower, the likeliest replaced by its value at full depth.
func (w *worker) priceShallow(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	shallow := max(depth-1-w.opt.ShallowBy, 0)
	if c.move != m || c.depth != shallow {
		if v, settled := w.searchOutcomes(m, alpha, shallow, depth-1-shallow, ply); settled {
			return v
		}
		c.move, c.depth = m, shallow
	}
	if depth-1 <= shallow {
		return c.average()
	}
	lo, hi := -score.Infinity, score.Infinity
	if w.opt.RevealWindow {
		switch lo, hi = c.likeliestWindow(alpha, beta); {
		case lo == score.Infinity:
			return alpha
		case hi == -score.Infinity:
			return beta
		}
	}
	v := w.searchAfter(m, c.kinds[0], lo, hi, depth-1, ply)
	c.values[0] = v // no re-search is shallower, so none asks for the shallow value again
	average := c.average()
	switch {
	case v <= lo:
		return min(average, alpha)
	case v >= hi:
		return max(average, beta)
	}
	return average
}

// margin returns by how much the average may exceed its prediction when identities of weight rest are not
// searched yet and the likeliest is to be searched so many plies deeper.
func (c *chanceNode) margin(rest int64, deeper int, by *Constants) score.Value {
	return score.Value((int64(by.PredictMargin)*rest + int64(by.PredictPly*deeper)*int64(c.weights[0])) / c.total)
}

// searchOutcomes searches every identity with an open window. It is settled early when the search is told to stop,
// or with RevealPrediction when the average is predicted to stay below alpha; v is then what the reveal is
// worth at most. deeper is by how many plies the likeliest is to be searched deeper afterwards.
func (w *worker) searchOutcomes(m board.Move, alpha score.Value, depth, deeper, ply int) (v score.Value, settled bool) {
	c := &w.frames[ply].chance
	c.move = board.NoMove
	c.listIdentities(&w.pos)
	rest := c.total
	for i := range c.n {
		c.values[i] = w.searchAfter(m, c.kinds[i], -score.Infinity, score.Infinity, depth, ply)
		if w.stopped {
			return 0, true
		}
		rest -= int64(c.weights[i])
		if !w.opt.RevealPrediction || rest == 0 || c.values[i].IsMate() || alpha.Clamp() != alpha {
			continue
		}
		margin := c.margin(rest, deeper, &w.opt.Constants)
		if sum := c.predict(i+1, &w.worth); sum <= int64((alpha-margin).Expected())*c.total {
			return min(score.Prob(sum/c.total).Value()+margin, alpha), true
		}
	}
	return 0, false
}

// predict returns the weighted sum of expected scores if the identities after the first known ones were worth
// what those are, but for the difference in material.
func (c *chanceNode) predict(known int, worth *[board.NumKinds]int) int64 {
	var sum int64
	base := 0
	for i, v := range c.values[:known] {
		sum += int64(v.Expected()) * int64(c.weights[i])
		base += int(v) - worth[c.kinds[i]]
	}
	base /= known
	for i := known; i < c.n; i++ {
		v := score.Value(base + worth[c.kinds[i]]).Clamp()
		sum += int64(v.Expected()) * int64(c.weights[i])
	}
	return sum
}

// likeliestWindow returns the window outside which the value of the likeliest identity decides nothing about
// (alpha, beta), the other values being exact. A lo of Infinity says that no value of it would do to beat
// alpha, a hi of −Infinity that every value reaches beta.
func (c *chanceNode) likeliestWindow(alpha, beta score.Value) (lo, hi score.Value) {
	var sum int64
	mates, mated := true, true
	for i := 1; i < c.n; i++ {
		sum += int64(c.values[i].Expected()) * int64(c.weights[i])
		mates = mates && c.values[i] >= score.MateBound
		mated = mated && c.values[i] <= -score.MateBound
	}
	switch {
	case alpha >= score.MateBound && !mates:
		return score.Infinity, score.Infinity
	case beta <= -score.MateBound && !mated:
		return -score.Infinity, -score.Infinity
	case alpha >= score.MateBound, beta <= -score.MateBound:
		return alpha, beta
	}
	weight := int64(c.weights[0])
	return lowEdge(low(alpha)*c.total-sum, weight), highEdge(high(beta)*c.total-sum, weight)
}
