package hce

import (
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Evaluator evaluates the positions of one line of play. It is not for use by several
// goroutines at once; New is cheap enough for one each.
type Evaluator struct {
	tables *tables
	frames []frame // the current position's last
	view   view
	terms  [NumTerms]lanes
}

// startFrames saves the first searches from growing the stack.
const startFrames = 2 * score.MaxPly

// New returns an evaluator with the given weights, which it copies. Reset comes first.
func New(w *Weights) *Evaluator { return newEvaluator(newTables(w)) }

func newEvaluator(t *tables) *Evaluator {
	return &Evaluator{tables: t, frames: make([]frame, 1, startFrames)}
}

// Reset starts a new line of play at p.
func (e *Evaluator) Reset(p *board.Position) {
	e.frames = append(e.frames[:0], e.tables.newFrame(p))
}

// Push follows a move that was made on the position.
func (e *Evaluator) Push(d *board.Delta) {
	e.frames = append(e.frames, frame{})
	top := len(e.frames) - 1
	e.tables.after(&e.frames[top], &e.frames[top-1], d)
}

// Pop follows the unmaking of the last pushed move.
func (e *Evaluator) Pop() { e.frames = e.frames[:len(e.frames)-1] }

// Evaluate returns the value of p in the view of its side to move, in centipawns within
// ±score.MaxEval. p must be the position that Reset and Push have led to; null moves between are
// allowed.
func (e *Evaluator) Evaluate(p *board.Position) score.Value {
	f := &e.frames[len(e.frames)-1]
	s := e.look(p)
	e.tables.collect(&e.view, p, &e.terms)
	sum := f.material
	for _, l := range &e.terms {
		sum += l
	}
	total := s.blend(sum) + f.faceDown(board.Red, p, s) - f.faceDown(board.Black, p, s)
	if p.Side() == board.Black {
		total = -total
	}
	return score.Value(total / stageOne).Clamp()
}

// look fills the view and returns the stage of p.
func (e *Evaluator) look(p *board.Position) *stage {
	e.view.fill(p)
	dark := p.Hidden(board.Red) + p.Hidden(board.Black)
	return &stages[dark][e.view.occupied.Count()-board.NumColors]
}

// collect writes the terms that are computed anew for each position to out, Red minus Black; the
// others become zero.
func (t *tables) collect(v *view, p *board.Position, out *[NumTerms]lanes) {
	red, black := &v.sides[board.Red], &v.sides[board.Black]
	ours, theirs := t.activity(red, black, p), t.activity(black, red, p)
	out[Material], out[Unseen] = 0, 0
	out[Mobility] = ours.mobility - theirs.mobility
	out[Threats] = ours.threats - theirs.threats
	out[Palace] = ours.palace - theirs.palace
	out[Lines] = t.lines(red, black.general, v.occupied) - t.lines(black, red.general, v.occupied)
	out[Soldiers] = t.soldiers(red, v.occupied) - t.soldiers(black, v.occupied)
	out[Tempo] = t.terms.Tempo * (1 - 2*lanes(p.Side()))
}

// activity is what the pieces of one side do.
type activity struct{ mobility, threats, palace lanes }

// activity adds up the terms of own.
func (t *tables) activity(own, enemy *side, p *board.Position) activity {
	palace, attackers := t.assault(own)
	threats, footPalace, soldiers := t.foot(own, enemy)
	palace += footPalace + t.terms.Attackers[min(attackers+soldiers, maxAttackers)] + t.shelter(own, enemy, p)
	return activity{t.mobility(own, enemy), threats + t.threats(own, enemy), palace}
}
