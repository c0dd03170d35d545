package board

// LegalMoves appends all legal moves to dst. It does not allocate when dst has room for MaxMoves more.
// The order is fixed by the position.
func (p *Position) LegalMoves(dst []Move) []Move {
	return p.generate(dst, p.colors[p.side&1].Not())
}

// LegalCaptures appends the legal moves that take a piece, in the order LegalMoves has them.
func (p *Position) LegalCaptures(dst []Move) []Move {
	return p.generate(dst, p.colors[p.side&1^1])
}

// generate appends the legal moves into targets, which holds no own piece.
func (p *Position) generate(dst []Move, targets Bitboard) []Move {
	us := p.side & 1
	allowed, tested := p.evasions()
	allowed = allowed.And(targets)
	sets := p.sets[us<<3:][:NumKinds]
	free := tested.Not()

	if !allowed.Empty() {
		dst = p.appendSoldiers(dst, sets[Soldier].And(free), allowed)
		for b := sets[Chariot].And(free); !b.Empty(); {
			from := b.PopFirst()
			dst = appendMoves(dst, from, p.chariotSteps(from).And(allowed))
		}
		for b := sets[Cannon].And(free); !b.Empty(); {
			from := b.PopFirst()
			dst = appendMoves(dst, from, p.cannonSteps(from).And(allowed))
		}
		for b := sets[Horse].And(free); !b.Empty(); {
			from := b.PopFirst()
			dst = appendMoves(dst, from, p.horseSteps(from).And(allowed))
		}
		for b := sets[Elephant].And(free); !b.Empty(); {
			from := b.PopFirst()
			dst = appendMoves(dst, from, p.elephantSteps(from).And(allowed))
		}
		for b := sets[Advisor].And(free); !b.Empty(); {
			from := b.PopFirst()
			dst = appendMoves(dst, from, p.advisorSteps(from).And(allowed))
		}
	}
	for b := tested; !b.Empty(); {
		from := b.PopFirst()
		for to := p.destinations(from).And(targets); !to.Empty(); {
			if m := MakeMove(from, to.PopFirst()); p.leavesGeneralSafe(m) {
				dst = append(dst, m)
			}
		}
	}
	from := p.kings[us]
	for to := generalSteps[from&127].And(targets); !to.Empty(); {
		if m := MakeMove(from, to.PopFirst()); p.leavesGeneralSafe(m) {
			dst = append(dst, m)
		}
	}
	return dst
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

// appendSoldiers appends the soldiers' moves into allowed.
func (p *Position) appendSoldiers(dst []Move, soldiers, allowed Bitboard) []Move {
	steps := &soldierSteps[p.side&1]
	for !soldiers.Empty() {
		from := soldiers.PopFirst()
		dst = appendMoves(dst, from, steps[from&127].And(allowed))
	}
	return dst
}

// appendMoves appends the moves from one point to each of a set.
func appendMoves(dst []Move, from Point, to Bitboard) []Move {
	for !to.Empty() {
		dst = append(dst, MakeMove(from, to.PopFirst()))
	}
	return dst
}
