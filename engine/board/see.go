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

// cheapestAttacker returns the least valuable piece of a side that can take on a point
// under an occupancy, or NoPoint.
func (p *Position) cheapestAttacker(side Color, to Point, occ Bitboard, values *[NumKinds]int) Point {
	general := p.kings[side&1]
	attackers := p.attackersOf(side, to, occ).And(occ)
	attackers.Clear(to)
	best := NoPoint
	for b := attackers; !b.Empty(); {
		pt := b.PopFirst()
		if pt != general && (best == NoPoint || values[p.cells[pt]&7] < values[p.cells[best]&7]) {
			best = pt
		}
	}
	if best != NoPoint || !attackers.Has(general) {
		return best
	}
	occ.Clear(general)
	if defenders := p.attackersOf(side^1, to, occ).And(occ); defenders.Has(to) && defenders.Count() > 1 || !defenders.Has(to) && !defenders.Empty() {
		return NoPoint
	}
	return general
}
