package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Depths of the pruning heuristics, in plies left.
const (
	reverseDepth  = 7
	nullDepth     = 3
	futilityDepth = 6
	countDepth    = 6
	seeDepth      = 6
)

// pruneNode tries to settle the node at ply without searching its moves.
func (w *worker) pruneNode(ply int) (score.Value, bool) {
	f := &w.frames[ply]
	if f.beta <= -score.MaxEval || f.beta >= score.MaxEval {
		return 0, false
	}
	if w.opt.ReverseFutility && f.depth <= reverseDepth {
		margin := score.Value(w.opt.ReverseMargin * f.depth)
		if f.improving {
			margin -= score.Value(w.opt.ReverseMargin)
		}
		if f.estimate-margin >= f.beta {
			return f.estimate, true
		}
	}
	if w.opt.NullMove && f.depth >= nullDepth && f.estimate >= f.beta && w.previous(ply) != nil && w.officers() {
		return w.tryNullMove(ply)
	}
	return 0, false
}

// tryNullMove lets the opponent move twice: if that does not bring the value below beta, no move will be needed.
func (w *worker) tryNullMove(ply int) (score.Value, bool) {
	if !w.enter() {
		return 0, false
	}
	f := &w.frames[ply]
	f.move = board.NoMove
	w.pos.MakeNull(&f.undo)
	w.path.push(&w.pos, board.NoMove, true)
	reduced := f.depth - 3 - f.depth/4 - min(int(f.estimate-f.beta)/w.opt.NullEval, 3)
	v := -w.search(-f.beta, 1-f.beta, reduced, ply+1)
	w.path.pop()
	w.pos.UnmakeNull(&f.undo)
	if w.stopped || v < f.beta {
		return 0, false
	}
	return min(v, score.MaxEval), true // a mate behind a null move is not proven
}

// officers reports whether the side to move has a piece that is seldom in zugzwang.
func (w *worker) officers() bool {
	side := w.pos.Side()
	for _, k := range [...]board.Kind{board.FaceDown, board.Chariot, board.Cannon, board.Horse} {
		if !w.pos.Pieces(side, k).Empty() {
			return true
		}
	}
	return false
}

// skipMove reports whether the n-th move of a node is not worth searching near the leaves.
func (w *worker) skipMove(f *frame, m board.Move, n int, quiet bool) bool {
	if n == 1 || f.eval == noEval {
		return false
	}
	if !quiet {
		return w.opt.SEEPruning && f.depth <= seeDepth && f.picker.losing() && w.losesMore(m, w.opt.SEETake*f.depth)
	}
	late := w.opt.MoveCount && f.depth <= countDepth && n > w.opt.countLimit(f.depth, f.improving)
	hopeless := w.opt.Futility && w.futile(f)
	if !late && !hopeless {
		return w.opt.SEEPruning && f.depth <= seeDepth && w.losesMore(m, w.opt.SEEQuiet*f.depth)
	}
	return w.pos.IsReveal(m) || !w.pos.GivesCheck(m, board.NoKind)
}

// countLimit returns how many moves are searched at a node near the leaves before quiet ones are skipped.
func (c *Constants) countLimit(depth int, improving bool) int {
	n := (c.CountBase + c.CountSquare*depth*depth) / 16
	if improving {
		return 2 * n
	}
	return n
}

// futile reports whether a quiet move near the leaves has no hope of raising alpha.
func (w *worker) futile(f *frame) bool {
	return f.depth <= futilityDepth && f.estimate+score.Value(w.opt.FutilityBase+w.opt.FutilityMargin*f.depth) <= f.alpha
}
