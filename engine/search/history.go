package search

import "jieqi/engine/board"

// maxHistory bounds the history scores.
const maxHistory = 1 << 13

// orderer remembers which moves refuted others, to try them early elsewhere.
type orderer struct {
	quiet    [4][board.NumPoints * board.NumPoints]int16 // by side and whether it reveals, from, to
	counters [32][board.NumPoints]board.Move             // by the piece that moved last and where to
}

// clear forgets everything.
func (o *orderer) clear() {
	clear(o.quiet[0][:])
	clear(o.quiet[1][:])
	clear(o.quiet[2][:])
	clear(o.quiet[3][:])
	o.counters = [32][board.NumPoints]board.Move{}
}

// slot returns the history score of a quiet move by side c.
func (o *orderer) slot(c board.Color, m board.Move, reveal bool) *int16 {
	row := int(c)
	if reveal {
		row += 2
	}
	return &o.quiet[row][int(m.From())*board.NumPoints+int(m.To())]
}

// reward moves a history score towards ±maxHistory by bonus, the less the nearer it is.
func reward(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*abs(bonus)/maxHistory)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// rewardRefutation remembers that the quiet move m refuted the position at ply and that the quiet moves
// searched before it did not.
func (w *worker) rewardRefutation(m board.Move, ply int) {
	f := &w.frames[ply]
	if w.opt.Killers && f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	if prev := w.previous(ply); w.opt.Counters && prev != nil {
		w.order.counters[prev.after][prev.move.To()] = m
	}
	if !w.opt.History {
		return
	}
	c := w.pos.Side()
	bonus := min(16*f.depth*f.depth+32*f.depth, 1200)
	reward(w.order.slot(c, m, w.pos.IsReveal(m)), bonus)
	for _, q := range f.quiets[:f.numQuiets] {
		reward(w.order.slot(c, q, w.pos.IsReveal(q)), -bonus)
	}
}
