package rules

import "jieqi/engine/board"

// chasers reports which side chases perpetually in a span without checks: one same enemy piece
// is newly threatened by each of that side's moves. A move's new threats are CH(mover, after)
// less CH(mover, before), CH being the enemy pieces under a real threat (see threatens).
func chasers(p board.Position, span []board.Move) (perpetual [board.NumColors]bool) {
	// prey[c] are the pieces, where they stand now, that every move of c so far has newly
	// threatened. Nothing else needs looking at, so the work shrinks with it.
	prey := [board.NumColors]board.Bitboard{p.ColorSet(board.Black), p.ColorSet(board.Red)}
	for _, m := range span {
		c := p.Side()
		before := threatened(&p, c, prey[c])
		step(&p, m)
		prey[c] = threatened(&p, c, prey[c].AndNot(before))
		if theirs := &prey[c.Other()]; theirs.Has(m.From()) {
			theirs.Clear(m.From())
			theirs.Set(m.To())
		}
		if prey[board.Red].Empty() && prey[board.Black].Empty() {
			break
		}
	}
	return [board.NumColors]bool{!prey[board.Red].Empty(), !prey[board.Black].Empty()}
}

// threatened returns which of the victims, all of the other side, are in CH(c, p). It does not
// matter whose turn it is.
func threatened(p *board.Position, c board.Color, victims board.Bitboard) board.Bitboard {
	var found board.Bitboard
	for !victims.Empty() {
		v := victims.PopFirst()
		if !canBeChased(p, c, v) {
			continue
		}
		for hunters := attackers(p, v, p.Occupied(), c); !hunters.Empty(); {
			if threatens(p, c, hunters.PopFirst(), v) {
				found.Set(v)
				break
			}
		}
	}
	return found
}

// canBeChased excludes generals, and soldiers that do not stand on c's half of the board.
func canBeChased(p *board.Position, c board.Color, v board.Point) bool {
	switch role(p, v) {
	case board.General:
		return false
	case board.Soldier:
		return (v.Rank() < board.Ranks/2) == (c == board.Red)
	default:
		return true
	}
}

// threatens reports whether c's piece on a, which attacks the enemy piece on v, threatens it
// in earnest: a is neither general nor soldier, may legally take, and gains by it.
//
// A pinned piece (one whose removal opens a line to its general) threatens only what pins it.
// That needs no test of its own: after any other capture the line is open and the general not safe.
func threatens(p *board.Position, c board.Color, a, v board.Point) bool {
	hunter, victim := role(p, a), role(p, v)
	if hunter == board.General || hunter == board.Soldier {
		return false
	}
	if !safe(p, c, p.General(c), without(p.Occupied(), a), v) {
		return false
	}
	if gainsAnyway(hunter, victim) {
		return true
	}
	return !protected(p, c, a, v) && !(hunter == victim && takesBackFirst(p, c, a, v))
}

// gainsAnyway reports whether taking pays even when the captor is taken back.
func gainsAnyway(hunter, victim board.Kind) bool {
	switch hunter {
	case board.Horse, board.Cannon:
		return victim == board.Chariot
	case board.Advisor, board.Elephant:
		return victim == board.Chariot || victim == board.Cannon || victim == board.Horse
	default:
		return false
	}
}

// protected reports whether some enemy piece, general and soldiers included, could legally
// retake on v after c's piece on a has taken there.
func protected(p *board.Position, c board.Color, a, v board.Point) bool {
	enemy := c.Other()
	occ := without(p.Occupied(), a) // v is still occupied, by the captor now
	retakers := without(attackers(p, v, occ, enemy), v)
	for !retakers.Empty() {
		e := retakers.PopFirst()
		general := p.General(enemy)
		if e == general {
			general = v
		}
		if safe(p, enemy, general, without(occ, e), v) {
			return true
		}
	}
	return false
}

// takesBackFirst reports whether the piece on v could itself legally take c's piece on a.
func takesBackFirst(p *board.Position, c board.Color, a, v board.Point) bool {
	enemy := c.Other()
	return attackers(p, a, p.Occupied(), enemy).Has(v) &&
		safe(p, enemy, p.General(enemy), without(p.Occupied(), v), a)
}

// safe reports whether c's general, standing on the given point of the given occupancy, neither
// faces the other general nor is attacked by a piece other than the one taken.
func safe(p *board.Position, c board.Color, general board.Point, occ board.Bitboard, taken board.Point) bool {
	enemy := c.Other()
	attack := p.AttackersTo(general, occ).And(p.ColorSet(enemy)).And(occ)
	return without(attack, taken).Empty() && !facing(general, p.General(enemy), occ)
}

// facing reports whether two generals stand on one file with nothing between.
func facing(g, h board.Point, occ board.Bitboard) bool {
	if g.File() != h.File() {
		return false
	}
	for pt := min(g, h) + board.Files; pt < max(g, h); pt += board.Files {
		if occ.Has(pt) {
			return false
		}
	}
	return true
}

// attackers returns c's pieces within occ that attack pt, for chasing and protecting. Here
// alone a face-down advisor also covers the diagonal that leaves the palace.
func attackers(p *board.Position, pt board.Point, occ board.Bitboard, c board.Color) board.Bitboard {
	set := p.AttackersTo(pt, occ).And(p.ColorSet(c)).And(occ)
	if home := advisorBeside(pt); p.At(home) == board.MakePiece(c, board.FaceDown) && occ.Has(home) {
		set.Set(home)
	}
	return set
}

// advisorBeside returns the advisor's home point one of whose diagonals leaves the palace for
// pt, or NoPoint.
func advisorBeside(pt board.Point) board.Point {
	switch pt {
	case c1:
		return d0
	case g1:
		return f0
	case c8:
		return d9
	case g8:
		return f9
	default:
		return board.NoPoint
	}
}

// The points of that special case.
var (
	d0, f0 = board.MakePoint(3, 0), board.MakePoint(5, 0)
	d9, f9 = board.MakePoint(3, 9), board.MakePoint(5, 9)
	c1, g1 = board.MakePoint(2, 1), board.MakePoint(6, 1)
	c8, g8 = board.MakePoint(2, 8), board.MakePoint(6, 8)
)

// role returns the kind whose moves the piece on pt makes: its own, or that of its home point
// while it is face down.
func role(p *board.Position, pt board.Point) board.Kind {
	k := p.At(pt).Kind()
	if k == board.FaceDown {
		k, _, _ = board.HomeKind(pt)
	}
	return k
}

func without(b board.Bitboard, pt board.Point) board.Bitboard {
	b.Clear(pt)
	return b
}
