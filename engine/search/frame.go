package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// frame is one ply of the line being searched: what is known of its node, for as long as its moves are
// searched, and what searching them needs.
type frame struct {
	depth       int         // plies left, extended and reduced; in quiescence 0 less the reveals made there
	alpha, beta score.Value // the window; alpha rises with the best move
	eval        score.Value // static, or noEval in check and where nothing asks for it
	inCheck     bool

	// Of nodes of the main search, not of quiescence.
	estimate  score.Value // eval, or the table's value where that says more
	open      bool        // the window is wider than one value: an exact value is wanted
	improving bool        // eval has risen since the mover's last turn

	move      board.Move // being searched; NoMove for a null move
	after     board.Piece
	pvLen     int
	numQuiets int
	killers   [2]board.Move
	undo      board.Undo
	chance    chanceNode
	picker    picker
	quiets    [64]board.Move // the first numQuiets: searched before the one being searched
	pv        [score.MaxPly + 1]board.Move
}

// setWindow notes the window of the node.
func (f *frame) setWindow(alpha, beta score.Value) {
	f.alpha, f.beta, f.open = alpha, beta, beta-alpha > 1
}

// addQuiet notes that the quiet move m was searched and refuted nothing.
func (f *frame) addQuiet(m board.Move) {
	if f.numQuiets < len(f.quiets) {
		f.quiets[f.numQuiets] = m
		f.numQuiets++
	}
}

// previous returns the frame of the move that led to ply, or nil at the root and after a null move.
func (w *worker) previous(ply int) *frame {
	if ply == 0 || w.frames[ply-1].move == board.NoMove {
		return nil
	}
	return &w.frames[ply-1]
}

// improving reports whether the static evaluation has risen since the mover's last turn.
func (w *worker) improving(ply int) bool {
	if ply < 2 || w.frames[ply].eval == noEval || w.frames[ply-2].eval == noEval {
		return false
	}
	return w.frames[ply].eval > w.frames[ply-2].eval
}

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
