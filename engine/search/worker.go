package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// maxPly is the deepest ply from the root that is searched; frames beyond it are never entered.
const maxPly = score.MaxPly - 1

// pollMask sets how often a worker looks at the clock and the stop flag: every 1,024 nodes.
const pollMask = 1<<10 - 1

// worker is one thread's search: a position of its own, an evaluator, histories and a stack of frames.
// Workers share the table and the stop flag through their Searcher.
type worker struct {
	shared     *Searcher
	opt        Options
	reductions *reductions
	table      *table // nil when switched off
	eval       Evaluator
	pos        board.Position

	nodes     uint64 // entered so far
	nodeLimit uint64 // exact
	stopped   bool   // unwinding: whatever comes back is to be ignored
	breather  breather

	captureLimit int // rules' no-capture limit, 0 for none
	rootDepth    int
	selDepth     int

	worth [board.NumKinds]int // for exchanges and ordering, this root's face-down pieces included

	path  path
	twice []uint64 // keys of the positions of the game that have occurred twice
	order orderer

	root   []rootMove
	best   result
	frames [score.MaxPly + 1]frame
}

// enter counts a node, or starts unwinding if there is none left or the search is told to stop.
func (w *worker) enter() bool {
	if w.nodes >= w.nodeLimit {
		w.stopped = true
		return false
	}
	w.nodes++
	if w.nodes&pollMask == 0 && w.shared.poll(w) {
		w.stopped = true
		return false
	}
	return true
}

// make makes m with the given identity on the worker's position and tells everybody who follows.
func (w *worker) make(m board.Move, reveal board.Kind, ply int) {
	f := &w.frames[ply]
	w.pos.Make(m, reveal, &f.undo)
	w.table.fetch(w.pos.Key())
	d := &f.undo.Delta
	f.move, f.after = m, d.After
	w.path.push(&w.pos, m, d.Captured != board.NoPiece || d.IsReveal())
	w.eval.Push(d)
}

// unmake takes back the move made last at ply.
func (w *worker) unmake(ply int) {
	w.eval.Pop()
	w.path.pop()
	w.pos.Unmake(&w.frames[ply].undo)
}

// searchChild returns the value of m, searched with depth plies left at the node that makes it, in the
// view of the side that makes it. A reveal is priced as a chance node.
func (w *worker) searchChild(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	if w.pos.IsReveal(m) {
		return w.priceReveal(m, alpha, beta, depth, ply)
	}
	return w.searchAfter(m, board.NoKind, alpha, beta, depth-1, ply)
}

// searchAfter makes m, which turns up as reveal if it turns anything up, and searches what follows to depth.
func (w *worker) searchAfter(m board.Move, reveal board.Kind, alpha, beta score.Value, depth, ply int) score.Value {
	if !w.enter() {
		return 0
	}
	w.make(m, reveal, ply)
	v := -w.search(-beta, -alpha, depth, ply+1)
	w.unmake(ply)
	return v
}

// evaluate returns the static evaluation of the current position.
func (w *worker) evaluate() score.Value { return w.eval.Evaluate(&w.pos) }
