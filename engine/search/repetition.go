package search

import (
	"slices"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// path is the line from the last irreversible move of the game to the current node: what a
// repetition is measured against.
type path struct {
	base  board.Position // where the first step is
	steps []step
	moves []board.Move // moves[i] leads from steps[i] to steps[i+1]; NoMove for a null move
	root  int          // index of the root
}

// step is a position on the path.
type step struct {
	key   uint64
	start int32 // index of the last step that nothing after it can go back behind
	check bool  // the side to move is in check; not known before the root
}

// reset starts a path at the current position of g, with room for a search below it.
func (p *path) reset(g *rules.Game) {
	keys := g.Keys()
	p.base = *g.Base()
	p.root = len(keys) - 1
	p.steps = slices.Grow(p.steps[:0], len(keys)+score.MaxPly)
	for _, key := range keys {
		p.steps = append(p.steps, step{key: key})
	}
	p.steps[p.root].check = g.Position().InCheck()
	p.moves = append(slices.Grow(p.moves[:0], len(keys)+score.MaxPly), g.Moves()...)
}

// twice appends to keys those of the positions of the game that have occurred twice already.
func (p *path) twice(keys []uint64) []uint64 {
	for i := range p.root {
		for j := i + 4; j <= p.root; j += 2 {
			if p.steps[i].key == p.steps[j].key {
				keys = append(keys, p.steps[i].key)
				break
			}
		}
	}
	return keys
}

// push adds the position that a move led to.
func (p *path) push(pos *board.Position, m board.Move, irreversible bool) {
	start := p.steps[len(p.steps)-1].start
	if irreversible {
		start = int32(len(p.steps))
	}
	p.steps = append(p.steps, step{pos.Key(), start, pos.InCheck()})
	p.moves = append(p.moves, m)
}

// pop removes the last position.
func (p *path) pop() {
	p.steps = p.steps[:len(p.steps)-1]
	p.moves = p.moves[:len(p.moves)-1]
}

// occurrences looks for the current position on the line: the index of its last occurrence, that of the
// one before, each −1 if there is none.
func (p *path) occurrences() (last, first int) {
	const shortestCycle = 4
	n := len(p.steps) - 1
	now := &p.steps[n]
	last = -1
	for i := n - shortestCycle; i >= int(now.start); i -= 2 {
		if p.steps[i].key != now.key {
			continue
		}
		if last >= 0 {
			return last, i
		}
		last = i
	}
	return last, -1
}

// perpetual reports which of the side to move and its opponent was in check at every turn of its own
// since the position with index from.
func (p *path) perpetual(from int) (mover, opponent bool) {
	mover, opponent = true, true
	for i := len(p.steps) - 1; i >= from; i -= 2 {
		mover = mover && p.steps[i].check
		if i > from {
			opponent = opponent && p.steps[i-1].check
		}
	}
	return mover, opponent
}

// repeated returns the value of the current position if it repeats one on the line: by the rules' verdict
// at a third occurrence; at a second one after the root a loss for the side that checked throughout,
// else a draw.
func (w *worker) repeated(ply int) (score.Value, bool) {
	last, first := w.path.occurrences()
	switch {
	case last < 0:
		return 0, false
	case first >= 0:
		return w.judged(first, ply), true
	case last <= w.path.root:
		return 0, false
	}
	mover, opponent := w.path.perpetual(last)
	switch {
	case mover == opponent:
		return 0, true
	case opponent: // the mover gave every check
		return score.LostIn(ply), true
	}
	return -score.LostIn(ply), true
}

// judged returns the value of the rules' verdict at a third occurrence. Only the game's own history and
// reversible moves lead there: a second occurrence inside the tree ends a line before.
func (w *worker) judged(first, ply int) score.Value {
	verdict := rules.JudgeRepetition(&w.path.base, w.path.moves, first)
	switch verdict.Outcome.For(w.pos.Side()) {
	case 0:
		return score.LostIn(ply)
	case 2:
		return -score.LostIn(ply)
	}
	return 0
}

// ended returns the value of the current position if the game is over or as good as over there.
func (w *worker) ended(ply int) (score.Value, bool) {
	if w.opt.Repetition {
		if v, ok := w.repeated(ply); ok {
			return v, true
		}
	}
	if w.captureLimit > 0 && w.pos.Halfmove() >= w.captureLimit {
		if !w.pos.HasLegalMove() {
			return score.MatedIn(ply), true
		}
		return 0, true
	}
	return 0, false
}

// nearLimit reports whether a search to depth may meet the no-capture limit. The counter is not part
// of the key, so the table is of no use there.
func (w *worker) nearLimit(depth int) bool {
	const slack = 10 // extensions and evasions
	return w.captureLimit > 0 && w.pos.Halfmove()+depth+slack >= w.captureLimit
}
