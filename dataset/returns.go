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

// labels sets dst to the label of each ply in the label scale scale, its score where it has none. by is the label scale of
// each side's scores, mu the weight of the next turn: 0 for labels that say what the score does. It is reused: the labels
// hold until the next call.
func labels(dst []int16, plies []Ply, mu, scale float64, by [2]float64) []int16 {
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
		dst[t] = inScale(p.Score, by[side], scale)
		if p.Flags&Unscored != 0 {
			sum[side], weight[side] = 0, 0
			continue
		}
		sum[side] = score.Logistic(float64(p.Score)/by[side]) + mu*sum[side]
		weight[side] = 1 + mu*weight[side]
		if weight[side] > 1 {
			dst[t] = centipawns(sum[side]/weight[side], scale)
		}
	}
	return dst
}

// inScale is what a score of the label scale by is in another: of the same expected score, within ±score.MaxEval. Mates
// and the like are the same in any.
func inScale(v score.Value, by, scale float64) int16 {
	if by == scale || v > score.MaxEval || v < -score.MaxEval {
		return int16(v)
	}
	return clamp(float64(v) * scale / by)
}

// centipawns is the score whose expected score comes nearest to e, within ±score.MaxEval.
func centipawns(e, scale float64) int16 {
	return clamp(scale * math.Log(e/(1-e))) // infinite for certain wins and losses
}

func clamp(v float64) int16 {
	return int16(math.Round(min(max(v, -float64(score.MaxEval)), float64(score.MaxEval))))
}
