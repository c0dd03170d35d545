package search

import (
	"slices"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// rootMove is a move of the root with what the search knows of it.
type rootMove struct {
	move  board.Move
	value score.Value
	last  score.Value  // value of the last iteration
	most  score.Value  // what it can be worth at most: some reply may end the game by a repetition at once
	line  []board.Move // best play after it; starts with move

	outcomes []Outcome // what a reveal may turn up, as the line was last found to be worth; empty for another move
}

// result is what a worker would answer at any time.
type result struct {
	move  board.Move
	value score.Value
	depth int // of the last finished iteration
	line  []board.Move
}

// begin sets the worker up at the root of a game. only, unless empty, names the moves to consider.
func (w *worker) begin(g *rules.Game, only []board.Move) {
	w.pos = *g.Position()
	w.captureLimit = max(g.Rules().NoCaptureLimit, 0)
	w.path.reset(g)
	w.eval.Reset(&w.pos)
	w.priceFacedown()
	w.nodes, w.stopped, w.selDepth = 1, false, 0
	for i := range w.frames {
		w.frames[i].killers = [2]board.Move{}
	}
	w.frames[0].eval = noEval
	if !w.pos.InCheck() {
		w.frames[0].eval = w.evaluate()
	}
	w.listRoot(only)
	w.capRoot()
	w.best = result{value: score.MatedIn(0), line: w.best.line[:0]}
	if len(w.root) > 0 {
		w.best.value = w.evaluate()
		w.adopt(&w.root[0], w.best.value)
	}
}

// listRoot lists the root's legal moves in the order in which any node would try them.
func (w *worker) listRoot(only []board.Move) {
	e, _ := w.table.probe(w.pos.Key())
	p := w.openPicker(e.move, false, 0)
	w.root = w.root[:0]
	for m := w.pick(p, 0); m != board.NoMove; m = w.pick(p, 0) {
		if len(only) == 0 || slices.Contains(only, m) {
			w.addRoot(m)
		}
	}
	if len(w.root) == 0 && len(only) > 0 {
		w.listRoot(nil)
	}
}

// capRoot notes what each root move is worth at most because a reply ends the game by a third occurrence.
// The search itself cannot be relied on to see it: table values know nothing of the game's history, and
// the reply may be pruned.
func (w *worker) capRoot() {
	w.twice = w.twice[:0]
	if w.opt.Repetition {
		w.twice = w.path.twice(w.twice)
	}
	for i := range w.root {
		r := &w.root[i]
		r.most = score.Infinity
		if len(w.twice) > 0 && !w.pos.IsCapture(r.move) && !w.pos.IsReveal(r.move) {
			w.pos.Make(r.move, board.NoKind, &w.frames[0].undo)
			w.path.push(&w.pos, r.move, false)
			r.most = w.worstRepetition()
			w.path.pop()
			w.pos.Unmake(&w.frames[0].undo)
		}
	}
}

// worstRepetition returns the least value, in the view of the side that has just made a root move, of the verdicts
// that replies bring about at once; Infinity if there is none.
func (w *worker) worstRepetition() score.Value {
	worst := score.Infinity
	var buffer [board.MaxMoves]board.Move
	for _, m := range w.pos.LegalMoves(buffer[:0]) {
		if w.pos.IsCapture(m) || w.pos.IsReveal(m) {
			continue
		}
		w.pos.Make(m, board.NoKind, &w.frames[1].undo)
		if slices.Contains(w.twice, w.pos.Key()) {
			w.path.push(&w.pos, m, false)
			if _, first := w.path.occurrences(); first >= 0 {
				worst = min(worst, w.judged(first, 2))
			}
			w.path.pop()
		}
		w.pos.Unmake(&w.frames[1].undo)
	}
	return worst
}

// addRoot appends m to the root moves, reusing the buffer of an earlier search's line.
func (w *worker) addRoot(m board.Move) {
	n := len(w.root)
	if n == cap(w.root) {
		w.root = append(w.root, newRootMove())
	}
	w.root = w.root[:n+1]
	r := &w.root[n]
	if r.line == nil {
		*r = newRootMove()
	}
	r.move, r.value, r.line, r.outcomes = m, -score.Infinity, append(r.line[:0], m), r.outcomes[:0]
}

// newRootMove returns a root move with room for all that a search will put there.
func newRootMove() rootMove {
	return rootMove{line: make([]board.Move, 0, score.MaxPly), outcomes: make([]Outcome, 0, len(board.PoolKinds))}
}

// adopt makes r the answer, worth v.
func (w *worker) adopt(r *rootMove, v score.Value) {
	w.best.move, w.best.value = r.move, v
	w.best.line = append(w.best.line[:0], r.line...)
}

// iterate deepens until a limit is met. Helpers of a parallel search start offset plies deeper.
func (w *worker) iterate(maxDepth, offset int) {
	if len(w.root) == 0 {
		return
	}
	lines := min(max(w.shared.limits.MultiPV, 1), len(w.root))
	for depth := 1 + offset; depth <= maxDepth && !w.stopped; depth++ {
		w.rootDepth = depth
		for i := range w.root {
			w.root[i].last = w.root[i].value
		}
		for i := 0; i < lines && !w.stopped; i++ {
			w.aspire(depth, i)
		}
		if w.stopped {
			return
		}
		w.rank(lines)
		w.best.depth = depth
		if w.shared.iterated(w, lines) {
			return
		}
	}
}

// rank puts the best lines in order: one that was searched after another may have turned out to be worth more.
func (w *worker) rank(lines int) {
	best := w.root[:lines]
	slices.SortStableFunc(best, func(a, b rootMove) int { return int(b.value - a.value) })
	if best[0].move != w.best.move {
		w.adopt(&best[0], best[0].value)
	}
}

// aspireDepth is the depth that the aspiration window starts at.
const aspireDepth = 4

// aspire searches the i-th best line to depth, in a window around its last value that widens on the
// side where the value turns out to lie.
func (w *worker) aspire(depth, i int) {
	alpha, beta := -score.Infinity, score.Infinity
	last := w.root[i].last
	width := score.Value(w.opt.AspireWidth)
	if w.opt.Aspiration && depth >= aspireDepth && last.Clamp() == last {
		alpha, beta = last-width, last+width
	}
	for {
		v := w.searchRoot(alpha, beta, depth, i)
		if w.stopped {
			return
		}
		switch {
		case v <= alpha:
			alpha = max(v-width, -score.Infinity)
		case v >= beta:
			beta = min(v+width, score.Infinity)
		default:
			return
		}
		if width *= 3; width > 1000 {
			alpha, beta = -score.Infinity, score.Infinity
		}
	}
}

// searchRoot searches the root moves from rank first on and returns the best value. The best move comes to
// rank first; the others keep their order, or are sorted by value after the first iteration.
func (w *worker) searchRoot(alpha, beta score.Value, depth, first int) score.Value {
	f := w.openRoot(alpha, beta, depth)
	best, bestAt := -score.Infinity, first
	for i := first; i < len(w.root); i++ {
		r := &w.root[i]
		n := i - first + 1
		quiet := !w.pos.IsCapture(r.move)
		f.chance.move = board.NoMove
		v := w.searchMove(r.move, n, quiet, 0)
		if w.stopped {
			break
		}
		v = min(v, r.most)
		r.value = v
		if v > best {
			best, bestAt = v, i
			if v > f.alpha {
				f.alpha = v
				w.setLine(r.move, 0)
				r.line = append(r.line[:0], f.pv[:f.pvLen]...)
				if w.pos.IsReveal(r.move) {
					r.outcomes = f.chance.outcomes(r.outcomes[:0])
				}
				if first == 0 {
					w.adopt(r, v)
				}
			}
			if v >= f.beta {
				if quiet {
					w.rewardRefutation(r.move, 0)
				}
				break
			}
		}
		if quiet {
			f.addQuiet(r.move)
		}
	}
	if w.stopped {
		return best
	}
	w.toRank(bestAt, first)
	if depth == 1 && first == 0 {
		slices.SortStableFunc(w.root[1:], func(a, b rootMove) int { return int(b.value - a.value) })
	}
	return best
}

// openRoot readies the root's frame for its moves being searched.
func (w *worker) openRoot(alpha, beta score.Value, depth int) *frame {
	f := &w.frames[0]
	f.depth, f.alpha, f.beta, f.open = depth, alpha, beta, true // however narrow: the root is always reduced less
	f.inCheck, f.numQuiets = w.pos.InCheck(), 0
	w.frames[2].killers = [2]board.Move{}
	return f
}

// toRank moves the root move at index from forward to index to, keeping the order of the rest.
func (w *worker) toRank(from, to int) {
	r := w.root[from]
	copy(w.root[to+1:from+1], w.root[to:from])
	w.root[to] = r
}
