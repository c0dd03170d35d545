package dataset

import (
	"math"

	"jieqi/engine/score"
)

// A search sees a few plies ahead; the searches of the mover's next turns saw what came of its move. A label
// may take them in: their average in expected score, turn k weighing μᵏ. Every score is the mover's own, in its
// own view, so the average tells nothing that the side did not come to know in the game.
//
// The average ends with the game, before the mover's first turn that has no score, and behind a move that was
// drawn at random: what follows such a move says nothing of the position before it.

// returns sets dst to the label of each ply, its score where it has none. It is reused: the labels hold until the
// next call.
func returns(dst []int16, plies []Ply, mu, scale float64) []int16 {
	if cap(dst) < len(plies) {
		dst = make([]int16, len(plies))
	}
	dst = dst[:len(plies)]
	var sum, weight [2]float64 // of the turns from here on, by the side to move
	for t := len(plies) - 1; t >= 0; t-- {
		p, side := &plies[t], moverAt(t)
		if p.Flags&Random != 0 {
			sum, weight = [2]float64{}, [2]float64{}
		}
		dst[t] = int16(p.Score)
		if p.Flags&Unscored != 0 {
			sum[side], weight[side] = 0, 0
			continue
		}
		sum[side] = score.Logistic(float64(p.Score)/scale) + mu*sum[side]
		weight[side] = 1 + mu*weight[side]
		if weight[side] > 1 {
			dst[t] = centipawns(sum[side]/weight[side], scale)
		}
	}
	return dst
}

// centipawns is the score whose expected score comes nearest to e, within ±score.MaxEval.
func centipawns(e, scale float64) int16 {
	v := scale * math.Log(e/(1-e)) // infinite for certain wins and losses
	return int16(math.Round(min(max(v, -float64(score.MaxEval)), float64(score.MaxEval))))
}
