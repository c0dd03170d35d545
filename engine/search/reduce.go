package search

import (
	"math/bits"

	"jieqi/engine/board"
)

// Depths of the reductions, in plies.
const (
	iirDepth    = 4
	reduceDepth = 3
)

// lateReduction returns by how many plies the n-th move m of a node is searched shallower at first.
func (w *worker) lateReduction(f *frame, m board.Move, n int, quiet bool) int {
	if !w.opt.LateReductions || f.depth < reduceDepth || n < 3 || !quiet || f.inCheck {
		return 0
	}
	reveal := w.pos.IsReveal(m)
	r := w.reductions.at(f.depth, n, reveal)
	if f.open {
		r--
	}
	if h := int(*w.order.slot(w.pos.Side(), m, reveal)); h > maxHistory/4 {
		r--
	} else if h < -maxHistory/4 {
		r++
	}
	return max(0, min(r, f.depth-2))
}

// reductions[i][depth][n] is by how many plies the n-th move is searched shallower: an ordinary one, a reveal.
type reductions [2][64][64]int8

// newReductions tabulates base + log₂(depth)·log₂(n) / divisor, rounded down, in integers.
func newReductions(c *Constants) *reductions {
	t := new(reductions)
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			sum := c.ReduceBase + log2(d)*log2(n)/c.ReduceDivisor
			t[0][d][n], t[1][d][n] = int8(sum>>8), int8((sum+c.ReduceReveal)>>8)
		}
	}
	return t
}

// at returns by how many plies the n-th move at depth is searched shallower.
func (t *reductions) at(depth, n int, reveal bool) int {
	i := 0
	if reveal {
		i = 1
	}
	return int(t[i][min(depth, 63)][min(n, 63)])
}

// log2 returns log₂(n) in 256ths, interpolated between powers of two.
func log2(n int) int {
	e := bits.Len(uint(n)) - 1
	return e<<8 + (n<<8>>e - 256)
}
