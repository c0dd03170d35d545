package nnue

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue/features"
)

// Evaluator evaluates the positions of a search with a Network. It follows the moves the search
// makes and brings the accumulators up to date only where Evaluate asks, each perspective from the
// nearest ancestor that has them. One goroutine at a time may use it; nothing allocates after
// NewEvaluator, but for a search deeper than startPlies.
type Evaluator struct {
	net   *Network
	sums  []accumulator // sums[i]: after the moves of steps[1..i]
	steps []step
	top   int
}

// step is one ply of the stack: the move that led here and which perspectives' sums are valid.
type step struct {
	delta board.Delta
	valid [board.NumColors]bool
}

// startPlies is the depth the stack starts with, the root included.
const startPlies = 2 * score.MaxPly

// NewEvaluator returns an evaluator for n. Reset must come before anything else.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{net: n, sums: make([]accumulator, startPlies), steps: make([]step, startPlies)}
}

// Reset starts a new search at p, which may change afterwards.
func (e *Evaluator) Reset(p *board.Position) {
	e.top = 0
	var list [features.MaxActive]uint16
	for c := board.Red; c <= board.Black; c++ {
		active := features.Active(p, c, list[:0])
		e.net.kernel.accumulate(&e.sums[0][c], &e.net.first.start, &e.net.first.weights, active, nil)
	}
	e.steps[0].valid = [board.NumColors]bool{true, true}
}

// Push follows a move that was made. Null moves change no input and are not pushed.
func (e *Evaluator) Push(d *board.Delta) {
	e.top++
	if e.top == len(e.steps) {
		e.sums = append(e.sums, accumulator{})
		e.steps = append(e.steps, step{})
	}
	e.steps[e.top] = step{delta: *d}
}

// Pop follows the unmaking of the last pushed move.
func (e *Evaluator) Pop() { e.top-- }

// Evaluate returns the value of p for the side to move, within ±score.MaxEval. p is the position
// that Reset and the pushed moves lead to.
func (e *Evaluator) Evaluate(p *board.Position) score.Value {
	own := p.Side()
	e.update(board.Red)
	e.update(board.Black)
	sums := &e.sums[e.top]
	return e.net.Centipawns(e.net.kernel.output(&sums[own], &sums[own.Other()], &e.net.later))
}

// update makes the sums of one perspective valid at the top of the stack, and on the way there.
func (e *Evaluator) update(persp board.Color) {
	ply := e.top
	for !e.steps[ply].valid[persp] {
		ply--
	}
	var c features.Change
	for ply++; ply <= e.top; ply++ {
		features.Changed(&e.steps[ply].delta, persp, &c)
		e.net.kernel.accumulate(&e.sums[ply][persp], &e.sums[ply-1][persp], &e.net.first.weights,
			c.On[:c.NumOn], c.Off[:c.NumOff])
		e.steps[ply].valid[persp] = true
	}
}
