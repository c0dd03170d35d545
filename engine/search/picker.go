package search

import "jieqi/engine/board"

// picker hands out the moves of a node, the most promising first: the table's move, captures that do not
// lose material, killers and the counter-move, quiet moves by history, captures that do.
type picker struct {
	first    board.Move // the table's, not generated yet; NoMove when handed out
	skip     board.Move // handed out as first
	captures bool       // captures only
	least    int        // captures of less are left out
	left     int        // the most that one of those would have taken
	ready    bool       // moves are generated and scored
	n, next  int
	moves    [board.MaxMoves]board.Move
	scores   [board.MaxMoves]int32
}

// Ranks of the classes of moves; scores within a class stay below classWidth.
const (
	classWidth  = 1 << 20
	rankCapture = 4 * classWidth
	rankKiller  = 2 * classWidth
	rankBad     = -4 * classWidth
)

// openPicker readies the frame of ply for moves being picked and searched; first is tried before anything else
// if it is legal here.
func (w *worker) openPicker(first board.Move, captures bool, ply int) *picker {
	f := &w.frames[ply]
	f.chance.move, f.numQuiets = board.NoMove, 0
	p := &f.picker
	p.first, p.skip, p.captures = board.NoMove, board.NoMove, captures
	p.ready, p.n, p.next = false, 0, 0
	p.least, p.left = 0, 0
	if first != board.NoMove && w.pos.IsLegal(first) && (!captures || w.pos.IsCapture(first)) {
		p.first = first
	}
	return p
}

// pick returns the next move, or NoMove after the last.
func (w *worker) pick(p *picker, ply int) board.Move {
	if p.first != board.NoMove {
		p.skip, p.first = p.first, board.NoMove
		return p.skip
	}
	if !p.ready {
		w.generate(p, ply)
	}
	for p.next < p.n {
		best := p.next
		scores := p.scores[:p.n]
		s := scores[best]
		for i := best + 1; i < len(scores); i++ {
			if scores[i] > s {
				best, s = i, scores[i]
			}
		}
		m := p.moves[best]
		if s >= rankCapture && w.losesMore(m, 0) {
			p.scores[best] = s - rankCapture + rankBad
			continue
		}
		p.moves[best], p.scores[best] = p.moves[p.next], p.scores[p.next]
		p.scores[p.next] = s
		p.next++
		if m != p.skip {
			return m
		}
	}
	return board.NoMove
}

// generate lists and scores the moves.
func (w *worker) generate(p *picker, ply int) {
	p.ready = true
	if p.captures {
		p.n = len(w.pos.LegalCaptures(p.moves[:0]))
	} else {
		p.n = len(w.pos.LegalMoves(p.moves[:0]))
	}
	f := &w.frames[ply]
	counter := board.NoMove
	if prev := w.previous(ply); prev != nil {
		counter = w.order.counters[prev.after][prev.move.To()]
	}
	side := w.pos.Side()
	all := p.moves[:p.n]
	p.n = 0
	for _, m := range all {
		victim := w.pos.At(m.To())
		mover := w.pos.At(m.From()).Kind()
		i := p.n
		p.moves[i] = m
		p.n++
		switch {
		case victim != board.NoPiece:
			gain := w.worth[victim.Kind()]
			if gain < p.least {
				p.left = max(p.left, gain)
				p.n--
				continue
			}
			p.scores[i] = rankCapture + int32(16*gain-w.worth[mover])
		case m == f.killers[0]:
			p.scores[i] = rankKiller + 2
		case m == f.killers[1]:
			p.scores[i] = rankKiller + 1
		case m == counter:
			p.scores[i] = rankKiller
		default:
			p.scores[i] = int32(*w.order.slot(side, m, mover == board.FaceDown))
			if w.opt.Priors {
				p.scores[i] += prior(m, mover, side)
			}
		}
	}
}

// losing reports whether the move just picked was ranked as a capture that loses material.
func (p *picker) losing() bool { return p.next > 0 && p.scores[p.next-1] < rankBad+2*classWidth }
