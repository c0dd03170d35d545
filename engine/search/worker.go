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
	shared *Searcher
	opt    Options
	table  *table // nil when switched off
	eval   Evaluator
	pos    board.Position

	nodes     uint64 // entered so far
	nodeLimit uint64 // exact
	stopped   bool   // unwinding: whatever comes back is to be ignored

	captureLimit int // rules' no-capture limit, 0 for none
	rootDepth    int
	selDepth     int

	values [board.NumKinds]int // for exchanges and ordering, this root's face-down pieces included

	path  path
	order orderer

	root   []rootMove
	best   result
	frames [score.MaxPly + 1]frame
}

// frame is what one ply of the tree keeps while its moves are searched.
type frame struct {
	undo    board.Undo
	move    board.Move // being searched; NoMove for a null move
	after   board.Piece
	eval    score.Value // static, or noEval in check
	killers [2]board.Move
	chance  chanceNode
	picker  picker
	quiets  [64]board.Move // searched before the one being searched
	pvLen   int
	pv      [score.MaxPly + 1]board.Move
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

// child returns the value of m, searched with depth plies left at the node that makes it, in the
// view of the side that makes it. A reveal is priced as a chance node.
func (w *worker) child(m board.Move, alpha, beta score.Value, depth, ply int) score.Value {
	if w.pos.IsReveal(m) {
		return w.chance(m, alpha, beta, depth, ply)
	}
	return w.identity(m, board.NoKind, alpha, beta, depth-1, ply)
}

// identity makes m, which turns up as reveal if it turns anything up, and searches what follows to depth.
func (w *worker) identity(m board.Move, reveal board.Kind, alpha, beta score.Value, depth, ply int) score.Value {
	if !w.enter() {
		return 0
	}
	w.make(m, reveal, ply)
	v := -w.search(-beta, -alpha, depth, ply+1)
	w.unmake(ply)
	return v
}

// static evaluates the current position.
func (w *worker) static() score.Value { return w.eval.Evaluate(&w.pos) }

// setLine makes m the best line at ply, followed by the line below it unless m is a reveal: what it
// turns into is not known beforehand.
func (w *worker) setLine(m board.Move, ply int) {
	f := &w.frames[ply]
	f.pv[0], f.pvLen = m, 1
	if !w.pos.IsReveal(m) {
		below := &w.frames[ply+1]
		f.pvLen += copy(f.pv[1:], below.pv[:below.pvLen])
	}
}

// exchangeValues are the centipawns at stake in exchanges, by kind. A face-down piece is worth the mean
// of what it may be; setValues fills it in.
var exchangeValues = [board.NumKinds]int{
	board.General: 5000, board.Advisor: 42, board.Elephant: 38, board.Horse: 92,
	board.Chariot: 255, board.Cannon: 94, board.Soldier: 15,
}

// setValues prices the face-down pieces of the root by the mean of both pools.
func (w *worker) setValues() {
	w.values = exchangeValues
	sum, n := 0, 0
	for c := board.Red; c <= board.Black; c++ {
		pool := w.pos.Pool(c)
		for k, count := range pool {
			sum += int(count) * exchangeValues[k]
			n += int(count)
		}
	}
	if n > 0 {
		w.values[board.FaceDown] = sum / n
	}
}
