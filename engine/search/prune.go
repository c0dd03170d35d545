package search

import (
	"jieqi/engine/board"
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
)

// skip reports whether the n-th move is not worth searching near the leaves.
func (w *worker) skip(m board.Move, p *picker, quiet bool, alpha, eval score.Value, depth, n int, improving bool) bool {
	if n == 1 || eval == noEval {
		return false
	}
	if !quiet {
		return w.opt.SEEPruning && depth <= seeDepth && p.losing() && w.losesMore(m, seeTakeMargin*depth)
	}
	late := w.opt.MoveCount && depth <= countDepth && n > countLimit(depth, improving)
	hopeless := w.opt.Futility && futile(eval, alpha, depth)
	if !late && !hopeless {
		return w.opt.SEEPruning && depth <= seeDepth && w.losesMore(m, seeQuietMargin*depth)
	}
	return w.pos.IsReveal(m) || !w.pos.GivesCheck(m, board.NoKind)
}

// prune tries to settle a node without searching its moves.
func (w *worker) prune(alpha, beta, eval score.Value, depth, ply int, improving bool) (score.Value, bool) {
	if beta <= -score.MaxEval || beta >= score.MaxEval {
		return 0, false
	}
	if w.opt.ReverseFutility && depth <= reverseDepth {
		margin := score.Value(reverseMargin * depth)
		if improving {
			margin -= reverseMargin
		}
		if eval-margin >= beta {
			return eval, true
		}
	}
	if w.opt.NullMove && depth >= nullDepth && eval >= beta && w.previous(ply) != nil && w.officers() {
		return w.null(beta, eval, depth, ply)
	}
	return 0, false
}

// null lets the opponent move twice: if that does not bring the value below beta, no move will be needed.
func (w *worker) null(beta, eval score.Value, depth, ply int) (score.Value, bool) {
	if !w.enter() {
		return 0, false
	}
	f := &w.frames[ply]
	f.move = board.NoMove
	w.pos.MakeNull(&f.undo)
	w.path.push(&w.pos, board.NoMove, true)
	reduced := depth - 3 - depth/4 - int(min((eval-beta)/150, 3))
	v := -w.search(-beta, 1-beta, reduced, ply+1)
	w.path.pop()
	w.pos.UnmakeNull(&f.undo)
	if w.stopped || v < beta {
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
