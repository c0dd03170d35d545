package board

// Officer is what one piece other than a general or a soldier can do; a face-down one moves by its
// point's role.
type Officer struct {
	Moves Bitboard // empty points and pieces of either colour it goes to, pins ignored
	Hits  Bitboard // what it attacks, as AttacksFrom has it
	Point Point
	Kind  Kind // FaceDown for a face-down piece
}

// Officers are all such pieces of one colour. It is large: fill the same one again and again.
type Officers struct {
	list [16]Officer
	n    int
	Hits [NumKinds]Bitboard // the union of Hits by Kind; empty for General and Soldier
}

// List returns the officers, of which there are at most fifteen; the next filling overwrites them.
func (o *Officers) List() []Officer { return o.list[:o.n&15] }

// Officers fills o with the officers of c: AttacksFrom and Destinations without a dispatch a piece.
func (p *Position) Officers(c Color, o *Officers) {
	sets := (*[NumKinds]Bitboard)(p.sets[(c&1)<<3:])
	o.n = 0
	o.Hits = [NumKinds]Bitboard{}
	for b := sets[Chariot]; !b.Empty(); {
		pt := b.PopFirst()
		steps := p.ChariotSteps(pt)
		o.add(p, pt, steps, steps)
	}
	for b := sets[Cannon]; !b.Empty(); {
		pt := b.PopFirst()
		moves, hits := p.CannonSteps(pt)
		o.add(p, pt, moves, hits)
	}
	for b := sets[Horse]; !b.Empty(); {
		pt := b.PopFirst()
		steps := p.HorseSteps(pt)
		o.add(p, pt, steps, steps)
	}
	for b := sets[Elephant]; !b.Empty(); {
		pt := b.PopFirst()
		steps := p.ElephantSteps(pt)
		o.add(p, pt, steps, steps)
	}
	for b := sets[Advisor]; !b.Empty(); {
		pt := b.PopFirst()
		steps := p.advisorSteps(pt)
		o.add(p, pt, steps, steps)
	}
}

// add enters the piece on pt.
func (o *Officers) add(p *Position, pt Point, moves, hits Bitboard) {
	at := &o.list[o.n&15]
	o.n++
	k := Kind(p.cells[pt] & 7)
	at.Moves, at.Hits, at.Point, at.Kind = moves, hits, pt, k
	o.Hits[k] = o.Hits[k].Or(hits)
}
