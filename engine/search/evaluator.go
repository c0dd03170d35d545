package search

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Evaluator prices positions that nobody has searched. It is told every move made and unmade so that
// it may update instead of recompute. One Evaluator serves one goroutine.
type Evaluator interface {
	// Reset starts at a new root, seen by its side to move.
	Reset(p *board.Position)
	// Push follows a move just made; the pointer is valid until the matching Pop. Null moves are not told.
	Push(d *board.Delta)
	// Pop follows the last pushed move being unmade.
	Pop()
	// Evaluate returns the value of p in the view of its side to move, within ±score.MaxEval.
	// p is the position reached by the pushed moves, possibly with the other side to move.
	Evaluate(p *board.Position) score.Value
}
