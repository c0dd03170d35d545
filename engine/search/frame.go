package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

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
