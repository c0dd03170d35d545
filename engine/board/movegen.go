package board

import "math/bits"

// LegalMoves appends all legal moves to dst. It does not allocate when dst has room for MaxMoves more.
// The order is fixed by the position.
func (p *Position) LegalMoves(dst []Move) []Move {
	return p.appendLegal(dst, p.colors[p.side&1].Not())
}

// LegalCaptures appends the legal moves that take a piece, in the order LegalMoves has them.
// It does not allocate when dst has room for MaxMoves more.
func (p *Position) LegalCaptures(dst []Move) []Move {
	return p.appendLegal(dst, p.colors[p.side&1^1])
}

// appendLegal appends the legal moves into targets, which holds no own piece.
func (p *Position) appendLegal(dst []Move, targets Bitboard) []Move {
	n := len(dst)
	if cap(dst)-n < MaxMoves {
		var list moveList
		return append(dst, list[:p.generate(&list, targets)]...)
	}
	return dst[:n+p.generate((*moveList)(dst[n:n+MaxMoves]), targets)]
}

// moveList has room for the moves of any position.
type moveList [MaxMoves]Move

// add writes the moves from one point to each of a set behind the first n, and returns the new n.
func (l *moveList) add(n int, from Point, to Bitboard) int {
	for w := to.Lo; w != 0; w &= w - 1 {
		l[n&(MaxMoves-1)] = MakeMove(from, Point(bits.TrailingZeros64(w)))
		n++
	}
	for w := to.Hi; w != 0; w &= w - 1 {
		l[n&(MaxMoves-1)] = MakeMove(from, Point(halfPoints+bits.TrailingZeros64(w)))
		n++
	}
	return n
}

// generate writes the legal moves into targets and returns how many they are.
func (p *Position) generate(l *moveList, targets Bitboard) int {
	us := p.side & 1
	allowed, tested := p.guard.exposed.Not(), p.guard.pinned
	if !p.guard.checkers.Empty() {
		allowed, tested = p.evasions()
	}
	n := 0
	if allowed = allowed.And(targets); !allowed.Empty() {
		n = p.generateFree(l, p.colors[us].AndNot(tested), allowed)
	}
	for b := tested; !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.testedSteps(from).And(targets))
	}
	return l.add(n, p.kings[us], p.generalSteps().And(targets))
}

// generateFree writes the moves of untested pieces, the general aside, into a set of points.
func (p *Position) generateFree(l *moveList, pieces, allowed Bitboard) int {
	us := p.side & 1
	sets := (*[NumKinds]Bitboard)(p.sets[us<<3:])
	n := 0
	for b := sets[Soldier].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, soldierSteps[us][from&127].And(allowed))
	}
	for b := sets[Chariot].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.ChariotSteps(from).And(allowed))
	}
	for b := sets[Cannon].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.cannonMoves(from).And(allowed))
	}
	for b := sets[Horse].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.HorseSteps(from).And(allowed))
	}
	for b := sets[Elephant].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.ElephantSteps(from).And(allowed))
	}
	for b := sets[Advisor].And(pieces); !b.Empty(); {
		from := b.PopFirst()
		n = l.add(n, from, p.advisorSteps(from).And(allowed))
	}
	return n
}

// testedSteps returns the legal destinations of a piece other than the general, testing each.
func (p *Position) testedSteps(from Point) Bitboard {
	var legal Bitboard
	for to := p.Destinations(from); !to.Empty(); {
		if pt := to.PopFirst(); p.leavesGeneralSafe(MakeMove(from, pt)) {
			legal.Set(pt)
		}
	}
	return legal
}

// generalSteps returns the legal destinations of the general to move.
func (p *Position) generalSteps() Bitboard {
	us := p.side & 1
	k := p.kings[us]
	occ := p.Occupied().AndNot(pointBit[k&127])
	legal := generalSteps[k&127].AndNot(p.colors[us])
	for b := legal; !b.Empty(); {
		to := b.PopFirst()
		if p.generalAttacked(us^1, to, occ, pointBit[to&127]) {
			legal.Clear(to)
		}
	}
	return legal
}

// evasions returns where untested pieces may land without leaving the general attacked, and
// the pieces each of whose moves must be tested singly (the general always is, and is not among them).
func (p *Position) evasions() (allowed, tested Bitboard) {
	allowed, tested = p.guard.exposed.Not(), p.guard.pinned
	if p.guard.checkers.Empty() {
		return allowed, tested
	}
	k := p.kings[p.side&1]
	for b := p.guard.checkers; !b.Empty(); {
		answer, screen := p.answers(k, b.PopFirst())
		allowed = allowed.And(answer)
		tested = tested.Or(screen)
	}
	return allowed, tested
}

// answers returns the points where landing ends the check from one checker, and the own
// pieces that may end it by leaving: a checking cannon's screen.
func (p *Position) answers(k, checker Point) (landing, leaving Bitboard) {
	landing = pointBit[checker&127]
	switch roleOf(p.cells[checker], checker).Kind() {
	case Chariot, General:
		return landing.Or(between(k, checker)), leaving
	case Cannon:
		line := between(k, checker)
		occupied := p.Occupied()
		return landing.Or(line.AndNot(occupied)), line.And(p.colors[p.side&1])
	case Horse:
		df, dr := checker.File()-k.File(), checker.Rank()-k.Rank()
		leg, _ := step(checker, -df/2, -dr/2)
		return landing.Or(pointBit[leg&127]), leaving
	case Elephant:
		eye := (int(k) + int(checker)) / 2
		return landing.Or(pointBit[eye&127]), leaving
	default:
		return landing, leaving
	}
}

// between returns the points strictly between two points of one rank or file.
func between(a, b Point) (set Bitboard) {
	if a > b {
		a, b = b, a
	}
	stride := Point(1)
	if a.File() == b.File() {
		stride = Files
	}
	for pt := a + stride; pt < b; pt += stride {
		set.Set(pt)
	}
	return set
}

// advisorSteps returns the steps of an advisor, face-down or not.
func (p *Position) advisorSteps(from Point) Bitboard {
	if p.cells[from]&7 == Piece(FaceDown) {
		return palaceAdvisor[from&127]
	}
	return advisorSteps[from&127]
}
