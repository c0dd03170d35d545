package board

// HasLegalMove reports whether the side to move has a legal move; without one it has lost.
func (p *Position) HasLegalMove() bool {
	us := p.side & 1
	allowed, tested := p.evasions()
	allowed = allowed.AndNot(p.colors[us])
	for b := p.colors[us]; !b.Empty(); {
		from := b.PopFirst()
		if from != p.kings[us] && !tested.Has(from) {
			if p.destinations(from).Intersects(allowed) {
				return true
			}
			continue
		}
		for to := p.Destinations(from); !to.Empty(); {
			if p.leavesGeneralSafe(MakeMove(from, to.PopFirst())) {
				return true
			}
		}
	}
	return false
}

// IsLegal reports whether m is legal. Any value of m is allowed.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	if m>>14 != 0 || from >= NoPoint || to >= NoPoint || !p.colors[p.side&1].Has(from) {
		return false
	}
	return p.Destinations(from).Has(to) && p.leavesGeneralSafe(m)
}

// leavesGeneralSafe reports whether a move the side to move could make by the way its piece goes
// leaves its general unattacked.
func (p *Position) leavesGeneralSafe(m Move) bool {
	us := p.side & 1
	from, to := m.From(), m.To()
	k := p.kings[us]
	if from == k {
		k = to
	}
	gone := pointBit[to&127]
	occ := p.Occupied().AndNot(pointBit[from&127]).Or(gone)
	return !p.generalAttacked(us^1, k, occ, gone)
}

// IsReveal reports whether m turns a face-down piece up. m must be legal.
func (p *Position) IsReveal(m Move) bool { return p.At(m.From())&7 == Piece(FaceDown) }

// IsCapture reports whether m takes a piece. m must be legal.
func (p *Position) IsCapture(m Move) bool { return p.At(m.To()) != NoPiece }

// GivesCheck reports whether the legal move m would check the opponent. reveal is the
// identity a face-down mover turns into, or NoKind for a face-up mover.
func (p *Position) GivesCheck(m Move, reveal Kind) bool {
	us := p.side & 1
	from, to := m.From(), m.To()
	k := p.kings[us^1]
	fromBit, toBit := pointBit[from&127], pointBit[to&127]
	occ := p.Occupied().AndNot(fromBit).Or(toBit)
	after := p.cells[from].Kind()
	if after == FaceDown {
		after = reveal
	}
	return strikes(us, after, to, k, occ) || p.generalAttacked(us, k, occ, fromBit.Or(toBit))
}

// strikes reports whether a face-up piece of c on pt attacks the general on k under an occupancy.
func strikes(c Color, kind Kind, pt, k Point, occ Bitboard) bool {
	at := &places[k&127]
	switch kind {
	case Advisor:
		return advisorSteps[k&127].Has(pt)
	case Elephant:
		return elephantRing[k&127].Has(pt) && elephantTo[k&127][at.diagonalOf(occ)&15].Has(pt)
	case Horse:
		return horseRing[k&127].Has(pt) && horseFrom[k&127][at.diagonalOf(occ)&15].Has(pt)
	case Chariot:
		return at.rankSet(rankMoves[at.file&15][at.rankLine(occ)].chariot()).Has(pt) ||
			at.fileSet(fileMoves[at.rank&15][at.fileLine(occ)].chariot()).Has(pt)
	case Cannon:
		return at.rankSet(rankMoves[at.file&15][at.rankLine(occ)].jump()).Has(pt) ||
			at.fileSet(fileMoves[at.rank&15][at.fileLine(occ)].jump()).Has(pt)
	case Soldier:
		return soldierFrom[c&1][k&127].Has(pt)
	default:
		return false
	}
}
