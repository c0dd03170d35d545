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
		return w.searchLeaf(alpha, beta, depth, ply)
	}
	f := &w.frames[ply]
	f.pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if v, over := w.ended(ply); over {
		return v
	}
	if ply >= maxPly {
		return w.evaluate()
	}
	if w.opt.MateDistance {
		alpha, beta = max(alpha, score.MatedIn(ply)), min(beta, score.MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	f.setWindow(alpha, beta)
	f.inCheck = w.pos.InCheck()
	if f.inCheck && w.opt.CheckExtension && ply < 2*w.rootDepth {
		depth++
	}
	f.depth = depth

	key := w.pos.Key()
	e, hit := w.table.probe(key)
	known := fromTable(e.value, ply)
	near := w.nearLimit(depth)
	if hit && !near && w.cutsOff(e, known, alpha, beta, depth) {
		return known
	}
	f.eval = noEval
	if !f.inCheck && w.opt.evaluates() {
		if f.eval = e.eval; f.eval == noEval {
			f.eval = w.evaluate()
		}
	}
	f.improving = w.improving(ply)
	f.estimate = f.eval
	if f.eval != noEval && hit && !near && saysMore(e.bound, known, f.eval) && !known.IsMate() {
		f.estimate = known
	}
	if f.eval != noEval && !f.open {
		if v, ok := w.pruneNode(ply); ok || w.stopped {
			return v
		}
	}
	if w.opt.IIR && depth >= iirDepth && e.move == board.NoMove {
		f.depth--
	}
	best, bestMove, bound := w.searchMoves(e.move, ply)
	if w.stopped {
		return 0
	}
	w.storeResult(key, entry{bestMove, best, f.eval, f.depth, bound}, ply, near)
	return best
}

// evaluates reports whether any heuristic asks for the static evaluation of inner nodes.
func (o *Options) evaluates() bool {
	return o.NullMove || o.ReverseFutility || o.Futility || o.MoveCount
}

// searchMoves searches the moves of the node at ply. It returns the best value, its move (NoMove if none
// raised alpha) and how the value bounds the true one.
func (w *worker) searchMoves(first board.Move, ply int) (score.Value, board.Move, ScoreBound) {
	f := &w.frames[ply]
	if ply+2 < len(w.frames) {
		w.frames[ply+2].killers = [2]board.Move{}
	}
	p := w.openPicker(first, false, ply)
	best, bestMove, bound := -score.Infinity, board.NoMove, Upper
	n := 0
	for m := w.pick(p, ply); m != board.NoMove; m = w.pick(p, ply) {
		n++
		quiet := !w.pos.IsCapture(m)
		if best > -score.MateBound && w.skipMove(f, m, n, quiet) {
			continue
		}
		v := w.searchMove(m, n, quiet, ply)
		if w.stopped {
			return 0, board.NoMove, NoBound
		}
		if v > best {
			best = v
			if v > f.alpha {
				bestMove, bound = m, Exact
				f.setWindow(v, f.beta)
				w.setLine(m, ply)
			}
			if v >= f.beta {
				if quiet {
					w.rewardRefutation(m, ply)
				}
				return best, bestMove, Lower
			}
		}
		if quiet {
			f.addQuiet(m)
		}
	}
	if n == 0 {
		return score.MatedIn(ply), board.NoMove, Exact
	}
	return best, bestMove, bound
}

// searchMove searches the n-th move of the node at ply: the first in the whole window, later ones only for
// whether they beat alpha, late ones shallower at that.
func (w *worker) searchMove(m board.Move, n int, quiet bool, ply int) score.Value {
	f := &w.frames[ply]
	if n == 1 {
		return w.searchChild(m, f.alpha, f.beta, f.depth, ply)
	}
	r := w.lateReduction(f, m, n, quiet)
	v := w.searchChild(m, f.alpha, f.alpha+1, f.depth-r, ply)
	if r > 0 && v > f.alpha && !w.stopped {
		v = w.searchChild(m, f.alpha, f.alpha+1, f.depth, ply)
	}
	if v > f.alpha && v < f.beta && !w.stopped {
		v = w.searchChild(m, f.alpha, f.beta, f.depth, ply)
	}
	return v
}

// cutsOff reports whether the table's value settles a node.
func (w *worker) cutsOff(e entry, v, alpha, beta score.Value, depth int) bool {
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

// saysMore reports whether a table value says more about a position than its static evaluation.
func saysMore(b ScoreBound, v, eval score.Value) bool {
	return b == Exact || b == Lower && v > eval || b == Upper && v < eval
}

// storeResult stores what a node found. Values of repetition verdicts depend on the path and stay out, and so
// does every value near the no-capture limit.
func (w *worker) storeResult(key uint64, e entry, ply int, near bool) {
	if e.value.IsVerdict() || near {
		e.bound, e.value = NoBound, 0
	}
	e.value = toTable(e.value, ply)
	w.table.store(key, e)
}
