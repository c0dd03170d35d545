package board

// SEE returns what the side to move gains by the legal move m when both sides then go on taking on
// its target with their cheapest piece for as long as that pays: material in the caller's values, from the
// mover's view. values is indexed by Kind; a face-down piece, the mover after its reveal included,
// is worth values[FaceDown]. Screens, legs and eyes are looked at afresh after each
// capture; pins are not looked at, but a general takes last and never where it could be retaken.
func (p *Position) SEE(m Move, values *[NumKinds]int) int {
	var gains [2 * maxPieces]int
	from, to := m.From(), m.To()
	if victim := p.cells[to]; victim != NoPiece {
		gains[0] = values[victim&7]
	}
	onTarget := values[p.cells[from]&7]
	occ := p.Occupied().AndNot(pointBit[from&127]).Or(pointBit[to&127])
	side, n := p.side^1, 1
	for ; n < len(gains); n++ {
		taker := p.cheapestAttacker(side, to, occ, values)
		if taker == NoPoint {
			break
		}
		gains[n] = onTarget - gains[n-1]
		onTarget = values[p.cells[taker]&7]
		occ.Clear(taker)
		side ^= 1
	}
	for n--; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// SEEAtLeast reports whether SEE(m, values) >= threshold, and is cheaper because it stops as soon
// as the answer is certain. No value may be negative.
func (p *Position) SEEAtLeast(m Move, values *[NumKinds]int, threshold int) bool {
	from, to := m.From(), m.To()
	balance := -threshold // what the side that has just taken is ahead by, the target's piece aside
	if victim := p.cells[to]; victim != NoPiece {
		balance += values[victim&7]
	}
	if balance < 0 {
		return false
	}
	if balance = values[p.cells[from]&7] - balance; balance <= 0 {
		return true
	}
	occ := p.Occupied().AndNot(pointBit[from&127]).Or(pointBit[to&127])
	side, holds := p.side^1, true
	for {
		taker := p.cheapestAttacker(side, to, occ, values)
		if taker == NoPoint {
			return holds
		}
		holds = !holds
		balance = values[p.cells[taker]&7] - balance
		if balance < 0 || balance == 0 && holds {
			return holds
		}
		occ.Clear(taker)
		side ^= 1
	}
}

// cheapestAttacker returns the least valuable piece of a side that can take on a point
// under an occupancy, or NoPoint. The general comes last, and only where no enemy could retake.
func (p *Position) cheapestAttacker(side Color, to Point, occ Bitboard, values *[NumKinds]int) Point {
	general := p.kings[side&1]
	attackers := p.attackersOf(side, to, occ).And(occ)
	best, cheapest := NoPoint, 0
	for b := attackers.AndNot(pointBit[general&127]); !b.Empty(); {
		pt := b.PopFirst()
		if v := values[p.cells[pt]&7]; best == NoPoint || v < cheapest {
			best, cheapest = pt, v
		}
	}
	if best != NoPoint || !attackers.Has(general) {
		return best
	}
	occ.Clear(general)
	if !p.attackersOf(side^1, to, occ).And(occ).Empty() {
		return NoPoint
	}
	return general
}
