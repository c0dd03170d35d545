package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// searchLeaf values a leaf of the main search, or a position inside quiescence.
func (w *worker) searchLeaf(alpha, beta score.Value, depth, ply int) score.Value {
	if w.opt.Quiescence {
		return w.quiesce(alpha, beta, depth, ply)
	}
	w.frames[ply].pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if v, over := w.ended(ply); over {
		return v
	}
	return w.evaluate()
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
		return w.evaluate()
	}
	key := w.pos.Key()
	e, hit := w.table.probe(key)
	known := fromTable(e.value, ply)
	near := w.nearLimit(0)
	if hit && !near && w.cutsOff(e, known, alpha, beta, depth) {
		return known
	}
	best, eval := -score.Infinity, noEval
	f.inCheck = w.pos.InCheck()
	if !f.inCheck {
		if eval = e.eval; eval == noEval {
			eval = w.evaluate()
		}
		best = eval
		if hit && !near && saysMore(e.bound, known, eval) && !known.IsMate() && w.opt.TableDeeper {
			best = known
		}
		if best >= beta {
			if !hit {
				w.storeResult(key, entry{board.NoMove, best, eval, depth, Lower}, ply, near)
			}
			return best
		}
	}
	f.depth, f.alpha, f.beta, f.eval = depth, alpha, beta, eval
	best, move, bound := w.searchCaptures(e.move, best, ply)
	if w.stopped {
		return 0
	}
	w.storeResult(key, entry{move, best, eval, depth, bound}, ply, near)
	return best
}

// searchCaptures searches the captures or evasions of the node at ply. best is what standing still is
// worth, −Infinity in check; the results are those of searchMoves.
func (w *worker) searchCaptures(first board.Move, best score.Value, ply int) (score.Value, board.Move, ScoreBound) {
	f := &w.frames[ply]
	bestMove, bound := board.NoMove, Upper
	if best > f.alpha {
		f.alpha, bound = best, Exact
	}
	p := w.openPicker(first, !f.inCheck, ply)
	delta := !f.inCheck && w.opt.DeltaPruning
	if delta {
		p.least = int(f.alpha-f.eval) - w.opt.DeltaMargin + 1
	}
	n := 0
	for m := w.pick(p, ply); m != board.NoMove; m = w.pick(p, ply) {
		n++
		if !f.inCheck {
			if w.opt.SEEPruning && p.losing() {
				break
			}
			if gain := w.taken(m); delta && f.eval+score.Value(gain+w.opt.DeltaMargin) <= f.alpha {
				p.left = max(p.left, gain)
				continue
			}
		} else if best > -score.MateBound && n > 1 && !w.pos.IsCapture(m) && w.opt.MoveCount {
			continue
		}
		v := w.searchCapture(m, ply)
		if w.stopped {
			return 0, board.NoMove, NoBound
		}
		if v > best {
			best = v
			if v > f.alpha {
				f.alpha, bestMove, bound = v, m, Exact
				w.setLine(m, ply)
			}
			if v >= f.beta {
				return best, bestMove, Lower
			}
		}
	}
	if f.inCheck && n == 0 {
		return score.MatedIn(ply), board.NoMove, Exact
	}
	if p.left > 0 {
		best = max(best, f.eval+score.Value(p.left+w.opt.DeltaMargin))
	}
	return best, bestMove, bound
}

// searchCapture returns the value of a capture or evasion. Reveals are estimated by static exchange, or priced
// with safe windows, or by the method that averages bounds everywhere.
func (w *worker) searchCapture(m board.Move, ply int) score.Value {
	f := &w.frames[ply]
	switch {
	case !w.pos.IsReveal(m):
		return w.searchAfter(m, board.NoKind, f.alpha, f.beta, f.depth, ply)
	case w.opt.LeafEstimates:
		eval := f.eval
		if f.inCheck {
			eval = w.evaluate()
		}
		return (eval + w.exchange(m)).Clamp()
	case w.opt.Chance == Bound:
		return w.priceBound(m, f.alpha, f.beta, f.depth, ply)
	}
	return w.priceStar1(m, f.alpha, f.beta, f.depth-1, ply)
}
