package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// search returns the value of the current position in the view of its side to move, fail-soft: at most
// alpha is an upper bound, at least beta a lower one. A window wider than one value marks a node whose
// exact value is wanted.
func (w *worker) search(alpha, beta score.Value, depth, ply int) score.Value {
	if depth <= 0 {
		return w.horizon(alpha, beta, depth, ply)
	}
	f := &w.frames[ply]
	f.pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if v, over := w.ended(ply); over {
		return v
	}
	if ply >= maxPly {
		return w.static()
	}
	if w.opt.MateDistance {
		alpha, beta = max(alpha, score.MatedIn(ply)), min(beta, score.MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	open := beta-alpha > 1
	inCheck := w.pos.InCheck()
	if inCheck && w.opt.CheckExtension && ply < 2*w.rootDepth {
		depth++
	}

	key := w.pos.Key()
	e, hit := w.table.probe(key)
	known := fromTable(e.value, ply)
	near := w.nearLimit(depth)
	if hit && !near && w.cuts(e, known, alpha, beta, depth) {
		return known
	}
	eval := noEval
	if !inCheck && w.opt.evaluates() {
		if eval = e.eval; eval == noEval {
			eval = w.static()
		}
	}
	f.eval = eval
	improving := w.improving(ply)
	if eval != noEval && !near && hit && bounds(e.bound, known, eval) && !known.IsMate() {
		eval = known
	}
	if eval != noEval && !open {
		if v, ok := w.prune(alpha, beta, eval, depth, ply, improving); ok || w.stopped {
			return v
		}
	}
	if w.opt.IIR && depth >= iirDepth && e.move == board.NoMove {
		depth--
	}

	best, bestMove, bound := w.moves(e.move, alpha, beta, eval, depth, ply, improving)
	if w.stopped {
		return 0
	}
	w.keep(key, entry{bestMove, best, f.eval, depth, bound}, ply, near)
	return best
}

// evaluates reports whether any heuristic asks for the static evaluation of inner nodes.
func (o *Options) evaluates() bool {
	return o.NullMove || o.ReverseFutility || o.Futility || o.MoveCount
}

// moves searches the moves of the current position. It returns the best value, its move (NoMove if none
// raised alpha) and how the value bounds the true one.
func (w *worker) moves(first board.Move, alpha, beta, eval score.Value, depth, ply int, improving bool) (score.Value, board.Move, ScoreBound) {
	f := &w.frames[ply]
	inCheck := w.pos.InCheck()
	if ply+2 < len(w.frames) {
		w.frames[ply+2].killers = [2]board.Move{}
	}
	p := w.start(first, false, ply)
	best, bestMove, bound := -score.Infinity, board.NoMove, Upper
	n, quiets := 0, 0
	for m := w.pick(p, ply); m != board.NoMove; m = w.pick(p, ply) {
		n++
		quiet := !w.pos.IsCapture(m)
		if best > -score.MateBound && w.skip(m, p, quiet, alpha, eval, depth, n, improving) {
			continue
		}
		v := w.move(m, alpha, beta, depth, w.reduce(m, quiet, inCheck, beta-alpha > 1, depth, n), ply, n)
		if w.stopped {
			return 0, board.NoMove, NoBound
		}
		if v > best {
			best = v
			if v > alpha {
				alpha, bestMove, bound = v, m, Exact
				w.setLine(m, ply)
			}
			if v >= beta {
				if quiet {
					w.refuted(m, depth, ply, quiets)
				}
				return best, bestMove, Lower
			}
		}
		if quiet && quiets < len(f.quiets) {
			f.quiets[quiets] = m
			quiets++
		}
	}
	if n == 0 {
		return score.MatedIn(ply), board.NoMove, Exact
	}
	return best, bestMove, bound
}

// move searches the n-th move of a node: the first in the whole window, later ones first r plies shallower
// and only for whether they beat alpha.
func (w *worker) move(m board.Move, alpha, beta score.Value, depth, r, ply, n int) score.Value {
	if n == 1 {
		return w.child(m, alpha, beta, depth, ply)
	}
	v := w.child(m, alpha, alpha+1, depth-r, ply)
	if r > 0 && v > alpha && !w.stopped {
		v = w.child(m, alpha, alpha+1, depth, ply)
	}
	if v > alpha && v < beta && !w.stopped {
		v = w.child(m, alpha, beta, depth, ply)
	}
	return v
}

// cuts reports whether the table's value settles a node.
func (w *worker) cuts(e entry, v, alpha, beta score.Value, depth int) bool {
	if e.depth < depth || e.depth > depth && !w.opt.TableDeeper {
		return false
	}
	switch e.bound {
	case Exact:
		return true
	case Lower:
		return v >= beta
	case Upper:
		return v <= alpha
	}
	return false
}

// bounds reports whether a table value says more about a position than its static evaluation.
func bounds(b ScoreBound, v, eval score.Value) bool {
	return b == Exact || b == Lower && v > eval || b == Upper && v < eval
}

// keep stores what a node found. Values of repetition verdicts depend on the path and stay out, and so
// does every value near the no-capture limit.
func (w *worker) keep(key uint64, e entry, ply int, near bool) {
	if e.value.IsVerdict() || near {
		e.bound, e.value = NoBound, 0
	}
	e.value = toTable(e.value, ply)
	w.table.store(key, e)
}
