package search

import (
	"math/bits"

	"jieqi/engine/score"
)

// Margins and depths of the pruning heuristics: centipawns and plies.
const (
	reverseDepth  = 7
	reverseMargin = 38 // a ply

	nullDepth = 3

	futilityDepth  = 6
	futilityBase   = 65
	futilityMargin = 44 // a ply

	countDepth = 6

	seeDepth       = 6
	seeQuietMargin = 20 // a ply
	seeTakeMargin  = 48 // a ply

	deltaMargin = 80

	iirDepth = 4

	reduceDepth = 3
)

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

// countLimit returns how many moves are searched at a node near the leaves before quiet ones are skipped.
func countLimit(depth int, improving bool) int {
	n := 4 + depth*depth
	if improving {
		return 2 * n
	}
	return n
}

// futile reports whether a quiet move near the leaves has no hope of raising alpha.
func futile(eval, alpha score.Value, depth int) bool {
	return depth <= futilityDepth && eval+futilityBase+score.Value(futilityMargin*depth) <= alpha
}
