package board

// AttacksFrom returns the points where the piece on pt could capture, whatever stands there:
// a chariot's reach up to and including the first piece each way, a cannon's beyond its screen up to and
// including the next piece, and so on. A face-down piece attacks by its point's role.
// Pins are ignored and own pieces are not excluded. Empty for an empty point.
func (p *Position) AttacksFrom(pt Point) Bitboard {
	if pt >= NoPoint || p.cells[pt] == NoPiece {
		return Bitboard{}
	}
	if roleOf(p.cells[pt], pt).Kind() != Cannon {
		return p.destinations(pt)
	}
	_, hits := p.CannonSteps(pt)
	return hits
}

// Destinations returns where the piece on pt may go by the way it moves: empty points and enemy
// pieces, pins and checks ignored. Empty for an empty point.
func (p *Position) Destinations(pt Point) Bitboard {
	if pt >= NoPoint || p.cells[pt] == NoPiece {
		return Bitboard{}
	}
	return p.destinations(pt).AndNot(p.colors[p.cells[pt].Color()])
}

// destinations returns where the piece on pt goes or captures, own pieces not yet excluded.
// There must be a piece on pt.
func (p *Position) destinations(pt Point) Bitboard {
	pc := p.cells[pt]
	switch role := roleOf(pc, pt); role.Kind() {
	case General:
		return generalSteps[pt&127]
	case Advisor:
		if pc != role {
			return palaceAdvisor[pt&127]
		}
		return advisorSteps[pt&127]
	case Elephant:
		return p.ElephantSteps(pt)
	case Horse:
		return p.HorseSteps(pt)
	case Chariot:
		return p.ChariotSteps(pt)
	case Cannon:
		return p.cannonMoves(pt)
	default:
		return soldierSteps[pc.Color()&1][pt&127]
	}
}

// rankAt returns the occupancy of a place's rank.
func (p *Position) rankAt(at *place) uint32 {
	r := (at.rank + 1) & 15
	return uint32(p.lines[0].ranks[r]|p.lines[1].ranks[r]) & (1<<Files - 1)
}

// fileAt returns the occupancy of a place's file.
func (p *Position) fileAt(at *place) uint32 {
	f := at.file & 15
	return uint32(p.lines[0].files[f]|p.lines[1].files[f]) & (1<<Ranks - 1)
}

// ChariotSteps returns what a chariot on pt would reach, the first piece each way, of either
// colour, included.
func (p *Position) ChariotSteps(pt Point) Bitboard {
	at := &places[pt&127]
	return at.rankSet(rankMoves[at.file&15][p.rankAt(at)].chariot()).
		Or(at.fileSet(fileMoves[at.rank&15][p.fileAt(at)].chariot()))
}

// CannonSteps returns where a cannon on pt would go, second pieces of either colour included, and
// what it attacks: the points beyond its screen up to and including the next piece.
func (p *Position) CannonSteps(pt Point) (moves, hits Bitboard) {
	at := &places[pt&127]
	rankTable, fileTable := &rankMoves[at.file&15], &fileMoves[at.rank&15]
	rankOcc, fileOcc := p.rankAt(at), p.fileAt(at)
	rank, file := rankTable[rankOcc], fileTable[fileOcc]
	// With the screens off the line a chariot would reach just as far.
	rankHits := rankTable[rankOcc&^rank.chariot()].chariot() &^ rank.chariot()
	fileHits := fileTable[fileOcc&^file.chariot()].chariot() &^ file.chariot()
	return at.rankSet(rank.cannon()).Or(at.fileSet(file.cannon())), at.rankSet(rankHits).Or(at.fileSet(fileHits))
}

// cannonMoves returns the first result of CannonSteps.
func (p *Position) cannonMoves(pt Point) Bitboard {
	at := &places[pt&127]
	return at.rankSet(rankMoves[at.file&15][p.rankAt(at)].cannon()).
		Or(at.fileSet(fileMoves[at.rank&15][p.fileAt(at)].cannon()))
}

// HorseSteps returns where a horse on pt would go or capture, pieces of either colour included.
func (p *Position) HorseSteps(pt Point) Bitboard {
	at := &places[pt&127]
	return horseTo[pt&127][at.orthogonalIndex(p.rankAt(at), p.fileAt(at))&15]
}

// ElephantSteps returns where an elephant on pt would go or capture, pieces of either colour included.
func (p *Position) ElephantSteps(pt Point) Bitboard {
	at := &places[pt&127]
	above, below := (at.rank+2)&15, at.rank&15
	return elephantTo[pt&127][at.diagonalIndex(
		uint32(p.lines[0].ranks[above]|p.lines[1].ranks[above]),
		uint32(p.lines[0].ranks[below]|p.lines[1].ranks[below]))&15]
}

// AttackersTo returns the pieces of both colours that could capture on pt if occ were the
// occupied points; whether pt itself is in occ does not matter. Pieces outside occ are still
// returned: mask the result to leave them out. Pins are ignored. Facing generals
// attack each other's points.
func (p *Position) AttackersTo(pt Point, occ Bitboard) Bitboard {
	if pt >= NoPoint {
		return Bitboard{}
	}
	return p.attackersOf(Red, pt, occ).Or(p.attackersOf(Black, pt, occ))
}

// attackersOf returns the pieces of one colour that attack pt under an occupancy.
func (p *Position) attackersOf(by Color, pt Point, occ Bitboard) Bitboard {
	sets := (*[NumKinds]Bitboard)(p.sets[(by&1)<<3:])
	at := &places[pt&127]
	rank := rankMoves[at.file&15][at.rankLine(occ)]
	file := fileMoves[at.rank&15][at.fileLine(occ)]
	found := at.rankSet(rank.chariot()).Or(at.fileSet(file.chariot())).And(sets[Chariot])
	found = found.Or(at.rankSet(rank.jump()).Or(at.fileSet(file.jump())).And(sets[Cannon]))

	around := at.diagonalOf(occ) & 15
	found = found.Or(horseFrom[pt&127][around].And(sets[Horse]))
	found = found.Or(elephantTo[pt&127][around].And(sets[Elephant]))
	found = found.Or(advisorSteps[pt&127].And(sets[Advisor].AndNot(sets[FaceDown])))
	found = found.Or(palaceAdvisor[pt&127].And(sets[Advisor].And(sets[FaceDown])))
	found = found.Or(soldierFrom[by&1][pt&127].And(sets[Soldier]))
	found = found.Or(generalSteps[pt&127].And(sets[General]))
	if pt == p.kings[by.Other()&1] {
		found = found.Or(at.fileSet(file.chariot()).And(sets[General]))
	}
	return found
}

// generalAttacked reports whether a piece of by, those in gone left out, attacks an enemy general
// standing on k under an occupancy. It leaves out what can never attack inside the other palace.
func (p *Position) generalAttacked(by Color, k Point, occ, gone Bitboard) bool {
	sets := (*[NumKinds]Bitboard)(p.sets[(by&1)<<3:])
	at := &places[k&127]
	chariots, cannons := sets[Chariot].AndNot(gone), sets[Cannon].AndNot(gone)

	if c, n := at.rankLine(chariots), at.rankLine(cannons); c|n != 0 {
		m := rankMoves[at.file&15][at.rankLine(occ)]
		if m.chariot()&c|m.jump()&n != 0 {
			return true
		}
	}
	chariots = chariots.Or(sets[General])
	if chariots.Or(cannons).onFile(at.file) {
		m := fileMoves[at.rank&15][at.fileLine(occ)]
		if m.chariot()&at.fileLine(chariots)|m.jump()&at.fileLine(cannons) != 0 {
			return true
		}
	}
	own := by.Other() // whose half k is in
	horses, elephants := sets[Horse].half(own), sets[Elephant].half(own)
	near := advisorSteps[k&127].half(own)&sets[Advisor].half(own) | soldierFrom[by&1][k&127].half(own)&sets[Soldier].half(own)
	if horseRing[k&127].half(own)&horses|elephantRing[k&127].half(own)&elephants != 0 {
		around := at.diagonalOf(occ) & 15
		near |= horseFrom[k&127][around].half(own)&horses | elephantTo[k&127][around].half(own)&elephants
	}
	return near&^gone.half(own) != 0
}
