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
	r := reduction(f.depth, n)
	if f.open {
		r--
	}
	if h := int(*w.order.slot(w.pos.Side(), m, w.pos.IsReveal(m))); h > maxHistory/4 {
		r--
	} else if h < -maxHistory/4 {
		r++
	}
	return max(0, min(r, f.depth-2))
}

// reductions[depth][n] is by how many plies the n-th move is searched shallower.
var reductions = buildReductions()

// buildReductions tabulates ¼ + log₂(depth)·log₂(n) · 256/1200, rounded down, in integers.
func buildReductions() *[64][64]int8 {
	var t [64][64]int8
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8((64 + log2(d)*log2(n)/1200) >> 8)
		}
	}
	return &t
}

// log2 returns log₂(n) in 256ths, interpolated between powers of two.
func log2(n int) int {
	e := bits.Len(uint(n)) - 1
	return e<<8 + (n<<8>>e - 256)
}

// reduction returns by how many plies the n-th move at depth is searched shallower.
func reduction(depth, n int) int { return int(reductions[min(depth, 63)][min(n, 63)]) }
