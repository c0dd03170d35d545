package board

import "math/bits"

// CountLegal returns the number of legal moves without listing them.
func (p *Position) CountLegal() int {
	us := p.side & 1
	var n int
	tested := p.guard.pinned
	if p.guard.checkers.Empty() && p.guard.exposed.Empty() {
		n = p.countFree(p.colors[us].AndNot(tested))
	} else {
		var allowed Bitboard
		allowed, tested = p.evasions()
		n = p.countInto(p.colors[us].AndNot(tested), allowed.AndNot(p.colors[us]))
	}
	for b := tested; !b.Empty(); {
		n += p.testedSteps(b.PopFirst()).Count()
	}
	return n + p.generalSteps().Count()
}

// countInto counts the moves of untested pieces, the general aside, into a set of points.
func (p *Position) countInto(pieces, allowed Bitboard) int {
	if allowed.Empty() {
		return 0
	}
	pieces.Clear(p.kings[p.side&1])
	n := 0
	for !pieces.Empty() {
		n += p.destinations(pieces.PopFirst()).And(allowed).Count()
	}
	return n
}

// countFree counts the moves of untested pieces, the general aside, when they may land
// anywhere. Lines are counted as lines, steps of a kind together where one shift does them all.
func (p *Position) countFree(pieces Bitboard) int {
	us := p.side & 1
	sets := (*[NumKinds]Bitboard)(p.sets[us<<3:])
	own, enemy := &p.lines[us], &p.lines[us^1]
	notOwn := p.colors[us].Not()
	n := p.countSoldiers(sets[Soldier].And(pieces), notOwn)

	for b := sets[Chariot].And(pieces); !b.Empty(); {
		at := &places[b.PopFirst()&127]
		rank, file := uint32(own.ranks[(at.rank+1)&15]), uint32(own.files[at.file&15])
		along := rankMoves[at.file&15][(rank|uint32(enemy.ranks[(at.rank+1)&15]))&(1<<Files-1)].chariot() &^ rank
		across := fileMoves[at.rank&15][(file|uint32(enemy.files[at.file&15]))&(1<<Ranks-1)].chariot() &^ file
		n += bits.OnesCount32(along | across<<16)
	}
	for b := sets[Cannon].And(pieces); !b.Empty(); {
		at := &places[b.PopFirst()&127]
		rank, file := uint32(own.ranks[(at.rank+1)&15]), uint32(own.files[at.file&15])
		along := rankMoves[at.file&15][(rank|uint32(enemy.ranks[(at.rank+1)&15]))&(1<<Files-1)].cannon() &^ rank
		across := fileMoves[at.rank&15][(file|uint32(enemy.files[at.file&15]))&(1<<Ranks-1)].cannon() &^ file
		n += bits.OnesCount32(along | across<<16)
	}
	for b := sets[Horse].And(pieces); !b.Empty(); {
		n += p.HorseSteps(b.PopFirst()).And(notOwn).Count()
	}
	for b := sets[Elephant].And(pieces); !b.Empty(); {
		n += p.ElephantSteps(b.PopFirst()).And(notOwn).Count()
	}
	for b := sets[Advisor].And(pieces); !b.Empty(); {
		n += p.advisorSteps(b.PopFirst()).And(notOwn).Count()
	}
	return n
}

// countSoldiers counts the steps of soldiers of the side to move into a set.
func (p *Position) countSoldiers(soldiers, into Bitboard) int {
	var forward Bitboard
	var crossed, beyond uint64 // soldiers over the river, and the words' targets there
	if p.side == Red {
		forward = Bitboard{soldiers.Lo << Files, soldiers.Hi<<Files | soldiers.Lo>>(halfPoints-Files)}
		crossed, beyond = soldiers.Hi, into.Hi
	} else {
		forward = Bitboard{soldiers.Lo>>Files | soldiers.Hi<<(halfPoints-Files), soldiers.Hi >> Files}
		crossed, beyond = soldiers.Lo, into.Lo
	}
	n := forward.And(into).Count()
	if crossed != 0 {
		n += bits.OnesCount64(crossed&^fileAWord>>1&beyond) + bits.OnesCount64(crossed&^fileIWord<<1&beyond)
	}
	return n
}
