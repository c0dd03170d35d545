package hce

import (
	"math/bits"

	"jieqi/engine/board"
)

// Term is a group of weights that is reported as one line.
type Term uint8

// The terms, in the order of a Breakdown.
const (
	Material Term = iota // Value, Square and Role of the pieces themselves
	Unseen               // identities behind face-down pieces: means of the pools
	Mobility             // Mobility and Trapped
	Threats              // Hanging, Cheaper and Guarded
	Palace               // Assault, Attackers, Escapes, Guard and OpenFile
	Lines                // chariots and cannons on the lines of the enemy general
	Soldiers             // Pair, Blocked and Backed
	Tempo                // the right to move
	NumTerms = int(iota)
)

// mobility adds up what the officers of one side can do. Mobility, assault and threats are loops of
// their own because the counting of bits leaves few registers.
func (t *tables) mobility(own, enemy *side) (sum lanes) {
	var free [numClasses]board.Bitboard
	for i := range free {
		free[i] = own.own.Or(enemy.cheaper[i]).Not()
	}
	list := own.officers.List()
	for i := range list {
		o := &list[i]
		k := o.Kind & 7
		n := o.Moves.And(free[class[k]&3]).Count()
		sum += t.moves[k][n&31]
		if n == 0 && enemy.attacks.Has(o.Point) {
			sum += t.terms.Trapped[k]
		}
	}
	return sum
}

// assault adds up what the officers of one side do to the enemy palace; attackers is how many of
// them aim at it.
func (t *tables) assault(own *side) (sum lanes, attackers int) {
	list := own.officers.List()
	for i := range list {
		o := &list[i]
		hits := o.Hits.Lo & own.target.Lo
		if own.color == board.Red {
			hits = o.Hits.Hi & own.target.Hi
		}
		n := bits.OnesCount64(hits)
		sum += t.aims[o.Kind&7][n&15]
		attackers += (n + 15) >> 4 // 1 for any
	}
	return sum, attackers
}

// threats adds up how the officers of one side are attacked and defended. It asks by table and not
// by branch, because the answers cannot be foreseen.
func (t *tables) threats(own, enemy *side) (sum lanes) {
	list := own.officers.List()
	guarded, attacked := own.attacks, enemy.attacks
	for i := range list {
		k := list[i].Kind & 7
		at := board.BitboardOf(list[i].Point)
		is := bit(at.Intersects(guarded)) | bit(at.Intersects(attacked))<<1
		sum += t.threat[k][(is|bit(at.Intersects(enemy.cheaper[class[k]&3]))<<2)&7]
	}
	return sum
}

// bit returns 1 for true.
func bit(b bool) (n uint) {
	if b {
		n = 1
	}
	return n
}

// foot adds up the same of the soldiers of one side, face-down ones included, which have no mobility.
func (t *tables) foot(own, enemy *side) (threats, palace lanes, attackers int) {
	guarded := own.attacks
	hanging := enemy.attacks.AndNot(guarded)
	threats = t.terms.Guarded[board.Soldier]*lanes(own.soldiers.And(guarded).Count()) +
		t.terms.Hanging[board.Soldier]*lanes(own.soldiers.And(hanging).Count()) +
		t.terms.Guarded[board.FaceDown]*lanes(own.recruits.And(guarded).Count())
	if own.recruits.Intersects(enemy.attacks) {
		threats += t.terms.Hanging[board.FaceDown]*lanes(own.recruits.And(hanging).Count()) +
			t.terms.Cheaper[board.FaceDown]*lanes(own.recruits.And(enemy.cheaper[classMinor]).Count())
	}
	attackers = own.cheaper[classMinor].And(own.target).Count()
	palace = t.terms.Assault[board.Soldier] * lanes(attackers)
	return threats, palace, attackers
}

// shelter adds up the safety of the general of own.
func (t *tables) shelter(own, enemy *side, p *board.Position) (sum lanes) {
	sum = t.terms.Escapes[own.steps.AndNot(own.own).AndNot(enemy.attacks).Count()]
	for set := own.own.And(enemy.target); !set.Empty(); {
		sum += t.terms.Guard[p.At(set.PopFirst()).Kind()&7]
	}
	file, rank := own.general.File(), own.general.Rank()
	far := (board.Ranks - 1) * int(own.color.Other()) // the enemy's back rank
	if !own.own.Intersects(files[file].And(ranksBetween[rank][far])) {
		sum += t.terms.OpenFile
	}
	return sum
}

// lines adds up the chariots and cannons of one side on the file and rank of the enemy general.
func (t *tables) lines(own *side, general board.Point, occupied board.Bitboard) (sum lanes) {
	file, rank := general.File(), general.Rank()
	both := own.chariots.Or(own.cannons)
	for set := both.And(files[file]); !set.Empty(); {
		at := set.PopFirst()
		between := files[file].And(ranksBetween[rank][at.Rank()]).And(occupied).Count()
		sum += screens(own, at, between, &t.terms.ChariotFile, &t.terms.CannonFile)
	}
	for set := both.And(ranks[rank]); !set.Empty(); {
		at := set.PopFirst()
		between := ranks[rank].And(filesBetween[file][at.File()]).And(occupied).Count()
		sum += screens(own, at, between, &t.terms.ChariotRank, &t.terms.CannonRank)
	}
	return sum
}

// screens looks one attacker up by the number of pieces between it and the general.
func screens(own *side, at board.Point, between int, chariot, cannon *[maxScreens + 1]lanes) lanes {
	switch {
	case between > maxScreens:
		return 0
	case own.chariots.Has(at):
		return chariot[between&maxScreens]
	default:
		return cannon[between&maxScreens]
	}
}

// soldiers adds up the structure of the face-up soldiers of one side.
func (t *tables) soldiers(own *side, occupied board.Bitboard) lanes {
	set := own.soldiers
	if set.Empty() {
		return 0
	}
	c := own.color
	over := set.AndNot(halves[c])
	home := set.And(halves[c])
	return t.terms.Pair*lanes(over.And(east(over)).Count()) +
		t.terms.Blocked*lanes(ahead(home, c).And(occupied).Count()) +
		t.terms.Backed*lanes(set.And(ahead(set, c)).Count())
}
