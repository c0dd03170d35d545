package hce

import "jieqi/engine/board"

// frame is what Push carries from one position to the next.
type frame struct {
	material lanes                  // tables.square over all pieces, Red minus Black
	unseen   [board.NumColors]lanes // tables.unseen over the pool of each side
	size     [board.NumColors]int32 // of that pool
}

// newFrame computes a frame from nothing.
func (t *tables) newFrame(p *board.Position) frame {
	var f frame
	for pt := board.Point(0); pt < board.NoPoint; pt++ {
		f.material += t.square[p.At(pt)][pt]
	}
	for c := board.Red; c <= board.Black; c++ {
		for _, k := range board.PoolKinds {
			n := p.PoolCount(c, k)
			f.unseen[c] += lanes(n) * t.unseen[k]
			f.size[c] += int32(n)
		}
	}
	return f
}

// after sets f to the frame of the position that d leads to from before's.
func (t *tables) after(f, before *frame, d *board.Delta) {
	to := d.Move.To()
	*f = *before
	f.material += t.square[d.After][to] - t.square[d.Before][d.Move.From()] - t.square[d.Captured][to]
	if d.IsReveal() {
		f.draw(t, d.After.Color(), d.After.Kind())
	}
	if d.Victim != board.NoKind {
		f.draw(t, d.After.Color().Other(), d.Victim)
	}
}

// draw takes one identity out of a pool.
func (f *frame) draw(t *tables, c board.Color, k board.Kind) {
	f.unseen[c] -= t.unseen[k]
	f.size[c]--
}

// faceDown returns what the identities behind the face-down pieces of side c are worth: their
// number times the mean of the pool, in units of 1/stageOne centipawn. The pool may hold more
// identities than there are face-down pieces.
func (f *frame) faceDown(c board.Color, p *board.Position, s *stage) int32 {
	n := int32(p.Hidden(c))
	if n == 0 {
		return 0
	}
	return s.blend(f.unseen[c]) * n / f.size[c]
}
