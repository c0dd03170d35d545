package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// chanceNode is what a reveal may turn into, in the order the identities are searched: the likeliest
// last, the others as board.PoolKinds has them.
type chanceNode struct {
	move    board.Move // the reveal whose values are kept for a re-search; NoMove for none
	depth   int        // they were searched to
	n       int
	kinds   [len(board.PoolKinds)]board.Kind
	weights [len(board.PoolKinds)]int32
	values  [len(board.PoolKinds)]score.Value // in the view of the side that reveals
	total   int64                             // of weights
}

// outcomes fills c with the identities left in the pool of the side to move.
func (c *chanceNode) outcomes(p *board.Position) {
	pool := p.Pool(p.Side())
	likeliest := board.NoKind
	for _, k := range board.PoolKinds {
		if pool[k] > 0 && (likeliest == board.NoKind || pool[k] > pool[likeliest]) {
			likeliest = k
		}
	}
	c.n, c.total = 0, 0
	for _, k := range board.PoolKinds {
		if pool[k] > 0 && k != likeliest {
			c.add(k, pool[k])
		}
	}
	c.add(likeliest, pool[likeliest])
}

func (c *chanceNode) add(k board.Kind, count uint8) {
	c.kinds[c.n], c.weights[c.n] = k, int32(count)
	c.total += int64(count)
	c.n++
}

// average returns the value of the node from the values of all its identities.
func (c *chanceNode) average() score.Value { return score.Average(c.values[:c.n], c.weights[:c.n]) }

// chance prices the reveal m at a node with depth plies left, in the view of the side that makes it.
// The chance node itself costs no depth.
func (w *worker) chance(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	switch w.opt.Chance {
	case Bound:
		return w.chanceBound(m, alpha, beta, depth, ply)
	case Star1:
		return w.star1(m, alpha, beta, depth-1, ply)
	}
	return w.chanceShallow(m, alpha, beta, depth, ply)
}

// chanceBound averages what every identity returns in the node's own window.
func (w *worker) chanceBound(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	c.outcomes(&w.pos)
	for i := range c.n {
		c.values[i] = w.identity(m, c.kinds[i], alpha, beta, depth-1, ply)
		if w.stopped {
			return 0
		}
	}
	return c.average()
}

// chanceShallow averages the values of all identities searched with an open window ShallowBy plies
// shallower, the likeliest replaced by its value at full depth.
func (w *worker) chanceShallow(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	if w.opt.RevealWindow {
		return w.shallowInWindow(m, alpha, beta, depth, ply)
	}
	c := &w.frames[ply].chance
	c.outcomes(&w.pos)
	shallow := max(depth-1-w.opt.ShallowBy, 0)
	if !w.openly(c, c.n, m, shallow, ply) {
		return 0
	}
	if depth-1 > shallow {
		last := c.n - 1
		c.values[last] = w.identity(m, c.kinds[last], -score.Infinity, score.Infinity, depth-1, ply)
	}
	return c.average()
}

// shallowInWindow is chanceShallow with the likeliest identity searched only at full depth and in the
// window in which it can matter: less work for the same decision about (alpha, beta).
func (w *worker) shallowInWindow(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	c := &w.frames[ply].chance
	shallow := max(depth-1-w.opt.ShallowBy, 0)
	if c.move != m || c.depth != shallow {
		c.outcomes(&w.pos)
		if !w.openly(c, c.n-1, m, shallow, ply) {
			return 0
		}
		c.move, c.depth = m, shallow
	}
	last := c.n - 1
	lo, hi := c.lastWindow(alpha, beta)
	switch {
	case lo == score.Infinity:
		return alpha
	case hi == -score.Infinity:
		return beta
	}
	v := w.identity(m, c.kinds[last], lo, hi, depth-1, ply)
	c.values[last] = v
	switch {
	case w.stopped:
		return 0
	case v <= lo:
		return min(c.average(), alpha)
	case v >= hi:
		return max(c.average(), beta)
	}
	return c.average()
}

// openly searches the first n identities with an open window; false when the search is told to stop.
func (w *worker) openly(c *chanceNode, n int, m board.Move, depth, ply int) bool {
	for i := range n {
		c.values[i] = w.identity(m, c.kinds[i], -score.Infinity, score.Infinity, depth, ply)
		if w.stopped {
			return false
		}
	}
	return true
}

// lastWindow returns the window outside which the value of the last identity decides nothing about
// (alpha, beta), the other values being exact. A lo of Infinity says that no
// value of it would do to beat alpha, a hi of −Infinity that every value reaches beta.
func (c *chanceNode) lastWindow(alpha, beta score.Value) (lo, hi score.Value) {
	last := c.n - 1
	weight := int64(c.weights[last])
	var sum int64
	mates, mated := true, true
	for i := range last {
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
	return lowEdge(low(alpha)*c.total-sum, weight), highEdge(high(beta)*c.total-sum, weight)
}
