package board

import "math/bits"

// guard is what generation needs to know about the safety of the general of the side to move,
// worked out once a position. A piece outside pinned that lands outside exposed
// leaves every line that gives no check now as harmless as it is.
type guard struct {
	checkers Bitboard
	pinned   Bitboard // own pieces whose leaving opens a check
	exposed  Bitboard // empty points before a bare cannon: whoever lands there becomes its screen
}

// computeGuard works out the guard of the side to move.
func (p *Position) computeGuard() {
	us := p.side & 1
	k := p.kings[us] & 127
	at := &places[k]
	enemy := (*[NumKinds]Bitboard)(p.sets[(us^1)<<3:])
	var checkers, pinned, exposed Bitboard

	chariots, cannons := at.rankLine(enemy[Chariot]), at.rankLine(enemy[Cannon])
	if chariots|cannons != 0 {
		s := lineSight{chariots, cannons, uint32(p.lines[us].ranks[(at.rank+1)&15]), p.rankAt(at)}
		if seen := s.look(rankMoves[at.file&15][:], at.file); seen != (lineGuard{}) {
			checkers, pinned, exposed = at.rankSet(seen.checkers), at.rankSet(seen.pinned), at.rankSet(seen.exposed)
		}
	}
	if enemy[Chariot].Or(enemy[General]).Or(enemy[Cannon]).onFile(at.file) {
		chariots, cannons = at.fileLine(enemy[Chariot].Or(enemy[General])), at.fileLine(enemy[Cannon])
		s := lineSight{chariots, cannons, uint32(p.lines[us].files[at.file&15]), p.fileAt(at)}
		if seen := s.look(fileMoves[at.rank&15][:], at.rank); seen != (lineGuard{}) {
			checkers = checkers.Or(at.fileSet(seen.checkers))
			pinned = pinned.Or(at.fileSet(seen.pinned))
			exposed = at.fileSet(seen.exposed).Or(exposed)
		}
	}
	near := horseRing[k].half(us)&enemy[Horse].half(us) |
		elephantRing[k].half(us)&enemy[Elephant].half(us) |
		advisorSteps[k].half(us)&enemy[Advisor].half(us) |
		soldierFrom[us^1][k].half(us)&enemy[Soldier].half(us)
	if near != 0 {
		steppers, blockers := p.nearGuard(enemy)
		checkers, pinned = checkers.Or(steppers), pinned.Or(blockers)
	}
	p.guard.checkers, p.guard.pinned, p.guard.exposed = checkers, pinned, exposed
}

// lineSight is one line through a general: enemy chariots (on a file the enemy general too), enemy
// cannons, own pieces, all pieces.
type lineSight struct{ chariots, cannons, own, occ uint32 }

// lineGuard is the guard's share of one line.
type lineGuard struct{ checkers, pinned, exposed uint32 }

// look finds the checks, pins and exposed points of a line. moves is the table of the general's
// place on it, which is number at.
func (s lineSight) look(moves []lineMoves, at uint8) lineGuard {
	m := moves[s.occ]
	first, second := m.chariot(), m.jump()
	g := lineGuard{checkers: first&s.chariots | second&s.cannons}
	distant := s.cannons &^ (first | second)
	if (second&s.chariots)|(first&s.cannons)|distant == 0 {
		return g
	}
	up := ^uint32(0) << (at & 15)
	sides := [2]uint32{up, ^up}
	for _, side := range sides {
		if second&s.chariots&side != 0 {
			g.pinned |= first & s.own & side
		}
		if first&s.cannons&side != 0 {
			g.exposed |= first &^ s.occ & side
		}
	}
	if distant == 0 {
		return g
	}
	third := moves[s.occ&^first].jump() & distant
	for _, side := range sides {
		if third&side != 0 {
			g.pinned |= (first | second) & s.own & side
		}
	}
	return g
}

// nearGuard returns the checking pieces that step, and the own pieces on the legs and eyes of those
// that would check but for them.
func (p *Position) nearGuard(enemy *[NumKinds]Bitboard) (steppers, blockers Bitboard) {
	us := p.side & 1
	k := p.kings[us] & 127
	around := places[k].diagonalOf(p.Occupied()) & 15
	steppers = horseFrom[k][around].And(enemy[Horse]).
		Or(elephantTo[k][around].And(enemy[Elephant])).
		Or(advisorSteps[k].And(enemy[Advisor])).
		Or(soldierFrom[us^1][k].And(enemy[Soldier]))

	for blocked := around; blocked != 0; blocked &= blocked - 1 {
		open := around &^ (blocked & -blocked)
		opened := horseFrom[k][open].AndNot(horseFrom[k][around]).And(enemy[Horse]).
			Or(elephantTo[k][open].AndNot(elephantTo[k][around]).And(enemy[Elephant]))
		if !opened.Empty() {
			d := diagonal[bits.TrailingZeros32(blocked)&3]
			blockers.Set(Point(int(k) + d[0] + Files*d[1]))
		}
	}
	return steppers, blockers.And(p.colors[us])
}
