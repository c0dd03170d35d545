package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// horizon values a leaf of the main search, or a position inside quiescence.
func (w *worker) horizon(alpha, beta score.Value, depth, ply int) score.Value {
	if w.opt.Quiescence {
		return w.quiesce(alpha, beta, depth, ply)
	}
	w.frames[ply].pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if v, over := w.ended(ply); over {
		return v
	}
	return w.static()
}

// quiesce searches captures, or every evasion in check, until the position is quiet. depth is 0 less the
// reveals made in quiescence on the way here.
func (w *worker) quiesce(alpha, beta score.Value, depth, ply int) score.Value {
	f := &w.frames[ply]
	f.pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if v, over := w.ended(ply); over {
		return v
	}
	if ply >= maxPly {
		return w.static()
	}
	key := w.pos.Key()
	e, hit := w.table.probe(key)
	known := fromTable(e.value, ply)
	near := w.nearLimit(0)
	if hit && !near && w.cuts(e, known, alpha, beta, depth) {
		return known
	}
	best, eval := -score.Infinity, noEval
	inCheck := w.pos.InCheck()
	if !inCheck {
		if eval = e.eval; eval == noEval {
			eval = w.static()
		}
		best = eval
		if hit && !near && bounds(e.bound, known, eval) && !known.IsMate() && w.opt.TableDeeper {
			best = known
		}
		if best >= beta {
			if !hit {
				w.keep(key, entry{board.NoMove, best, eval, depth, Lower}, ply, near)
			}
			return best
		}
	}
	best, move, bound := w.captures(e.move, alpha, beta, best, eval, depth, ply)
	if w.stopped {
		return 0
	}
	w.keep(key, entry{move, best, eval, depth, bound}, ply, near)
	return best
}

// deltaMargin is by how many centipawns a capture may do better than by what it takes.
const deltaMargin = 80

// captures searches the captures or evasions of the current position. best is what standing still is
// worth, −Infinity in check; the results are those of moves.
func (w *worker) captures(first board.Move, alpha, beta, best, eval score.Value, depth, ply int) (score.Value, board.Move, ScoreBound) {
	inCheck := eval == noEval
	bestMove, bound := board.NoMove, Upper
	if best > alpha {
		alpha, bound = best, Exact
	}
	p := w.start(first, !inCheck, ply)
	delta := !inCheck && w.opt.DeltaPruning
	if delta {
		p.least = int(alpha-eval) - deltaMargin + 1
	}
	n := 0
	for m := w.pick(p, ply); m != board.NoMove; m = w.pick(p, ply) {
		n++
		if !inCheck {
			if w.opt.SEEPruning && p.losing() {
				break
			}
			if gain := w.taken(m); delta && eval+score.Value(gain)+deltaMargin <= alpha {
				p.left = max(p.left, gain)
				continue
			}
		} else if best > -score.MateBound && n > 1 && !w.pos.IsCapture(m) && w.opt.MoveCount {
			continue
		}
		v := w.leaf(m, alpha, beta, eval, depth, ply)
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
				return best, bestMove, Lower
			}
		}
	}
	if inCheck && n == 0 {
		return score.MatedIn(ply), board.NoMove, Exact
	}
	if p.left > 0 {
		best = max(best, eval+score.Value(p.left)+deltaMargin)
	}
	return best, bestMove, bound
}

// leaf returns the value of a move in quiescence. Reveals are estimated by static exchange, or priced
// with safe windows, or by the method that averages bounds everywhere; eval is the static evaluation,
// or noEval in check.
func (w *worker) leaf(m board.Move, alpha, beta, eval score.Value, depth, ply int) score.Value {
	switch {
	case !w.pos.IsReveal(m):
		return w.identity(m, board.NoKind, alpha, beta, depth, ply)
	case w.opt.LeafEstimates:
		if eval == noEval {
			eval = w.static()
		}
		return (eval + score.Value(w.pos.SEE(m, &w.values))).Clamp()
	case w.opt.Chance == Bound:
		return w.chanceBound(m, alpha, beta, depth, ply)
	}
	return w.star1(m, alpha, beta, depth-1, ply)
}
