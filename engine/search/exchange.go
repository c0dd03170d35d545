package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// worth returns the centipawns at stake in exchanges, by kind. A face-down piece is worth the mean of what it may be;
// priceFacedown fills it in.
func (c *Constants) worth() [board.NumKinds]int {
	return [board.NumKinds]int{
		board.General: 5000, board.Advisor: c.WorthAdvisor, board.Elephant: c.WorthElephant, board.Horse: c.WorthHorse,
		board.Chariot: c.WorthChariot, board.Cannon: c.WorthCannon, board.Soldier: c.WorthSoldier,
	}
}

// priceFacedown sets what pieces are worth in exchanges at this root: face-down ones the mean of both pools.
func (w *worker) priceFacedown() {
	w.worth = w.opt.worth()
	sum, n := 0, 0
	for c := board.Red; c <= board.Black; c++ {
		pool := w.pos.Pool(c)
		for k, count := range pool {
			sum += int(count) * w.worth[k]
			n += int(count)
		}
	}
	if n > 0 {
		w.worth[board.FaceDown] = sum / n
	}
}

// taken returns what m takes at once, in centipawns.
func (w *worker) taken(m board.Move) int {
	if victim := w.pos.At(m.To()); victim != board.NoPiece {
		return w.worth[victim.Kind()]
	}
	return 0
}

// risked returns what moves with m, in centipawns.
func (w *worker) risked(m board.Move) int { return w.worth[w.pos.At(m.From()).Kind()] }

// losesMore reports whether m loses more than margin centipawns by static exchange.
func (w *worker) losesMore(m board.Move, margin int) bool {
	return w.risked(m)-w.taken(m) > margin && !w.pos.SEEAtLeast(m, &w.worth, -margin)
}

// exchange returns what m wins by static exchange, negative if it loses material.
func (w *worker) exchange(m board.Move) score.Value { return score.Value(w.pos.SEE(m, &w.worth)) }
