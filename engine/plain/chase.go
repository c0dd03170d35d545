package plain

import "strings"

// pointSet marks points.
type pointSet [points]bool

// threatened marks the enemy pieces under a real threat by side a, whoever is to move.
func (b *board) threatened(a side) pointSet {
	var set pointSet
	for victim, piece := range b {
		if !own(piece, a.other()) {
			continue
		}
		for _, attacker := range around[victim] {
			if own(b[attacker], a) && b.realThreat(attacker, victim) {
				set[victim] = true
				break
			}
		}
	}
	return set
}

// realThreat reports whether the piece on from threatens the enemy piece on to as the chase rule
// means it.
func (b *board) realThreat(from, to int) bool {
	attacker, victim := b.role(from), b.role(to)
	switch {
	case attacker == 'K' || attacker == 'P' || victim == 'K':
		return false
	case victim == 'P' && !onHalf(to, owner(b[from])):
		return false
	case !b.reaches(from, to, true) || !b.safeAfter(from, to) || b.pinnedFrom(from, to):
		return false
	case strings.IndexByte("NC", attacker) >= 0 && victim == 'R':
		return true
	case strings.IndexByte("AB", attacker) >= 0 && strings.IndexByte("RCN", victim) >= 0:
		return true
	}
	if attacker == victim && b.canTake(to, from) {
		return false
	}
	after := *b
	after[to], after[from] = after[from], empty
	return !after.canBeRetaken(to)
}

// pinnedFrom reports whether the piece on from is pinned and the piece on to is not the one that
// pins it. A pinning piece strikes the general once the pinned one is away, and not before.
func (b *board) pinnedFrom(from, to int) bool {
	s := owner(b[from])
	general := b.general(s)
	without := *b
	without[from] = empty
	pinned := false
	for _, point := range around[general] {
		if own(b[point], s.other()) && without.strikes(point, general) && !b.strikes(point, general) {
			if point == to {
				return false
			}
			pinned = true
		}
	}
	return pinned
}

// canTake reports whether the piece on from could take the one on to and leave its own general safe.
func (b *board) canTake(from, to int) bool {
	return b.reaches(from, to, true) && b.safeAfter(from, to)
}

// canBeRetaken reports whether an enemy of the piece on the point could take it.
func (b *board) canBeRetaken(point int) bool {
	enemy := owner(b[point]).other()
	for _, from := range around[point] {
		if own(b[from], enemy) && b.canTake(from, point) {
			return true
		}
	}
	return false
}
