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
	base  board.Position // where keys[0] was
	keys  []uint64       // of every position on the line
	moves []board.Move   // moves[i] leads from position i to i+1; NoMove for a null move
	check []bool         // whether the side to move was in check
	start []int          // index of the last position that the current one cannot go back behind
	root  int            // index of the root
}

// reset starts a path at the current position of g, with room for a search below it.
func (p *path) reset(g *rules.Game) {
	keys := g.Keys()
	p.base = *g.Base()
	p.root = len(keys) - 1
	n := len(keys)
	p.keys = append(slices.Grow(p.keys[:0], n+score.MaxPly), keys...)
	p.moves = append(slices.Grow(p.moves[:0], n+score.MaxPly), g.Moves()...)
	p.check = slices.Grow(p.check[:0], n+score.MaxPly)[:n]
	p.start = slices.Grow(p.start[:0], n+score.MaxPly)[:n]
	clear(p.check) // only checks after the root are asked for
	clear(p.start)
	p.check[p.root] = g.Position().InCheck()
}

// push adds the position that a move led to.
func (p *path) push(pos *board.Position, m board.Move, irreversible bool) {
	start := p.start[len(p.start)-1]
	if irreversible {
		start = len(p.keys)
	}
	p.keys = append(p.keys, pos.Key())
	p.moves = append(p.moves, m)
	p.check = append(p.check, pos.InCheck())
	p.start = append(p.start, start)
}

// pop removes the last position.
func (p *path) pop() {
	n := len(p.keys) - 1
	p.keys, p.moves = p.keys[:n], p.moves[:n-1]
	p.check, p.start = p.check[:n], p.start[:n]
}

// occurrences looks for the current position on the line: the index of its last occurrence, that of the
// one before, each −1 if there is none.
func (p *path) occurrences() (last, first int) {
	const shortestCycle = 4
	n := len(p.keys) - 1
	last = -1
	for i := n - shortestCycle; i >= p.start[n]; i -= 2 {
		if p.keys[i] != p.keys[n] {
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
	for i := len(p.keys) - 1; i >= from; i -= 2 {
		mover = mover && p.check[i]
		if i > from {
			opponent = opponent && p.check[i-1]
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
