package hce

import "jieqi/engine/board"

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

// mobility adds up what the pieces of one side can do, and what they do to the enemy palace.
func (t *tables) mobility(own, enemy *side) (mobility, palace lanes) {
	attackers := 0
	for i := range own.pieces[:own.count] {
		pc := &own.pieces[i]
		k := pc.kind & 7
		n := pc.moves.AndNot(enemy.cheaper[class[k]]).Count()
		mobility += t.terms.Mobility[k][n]
		if n == 0 && enemy.attacks.Has(pc.point) {
			mobility += t.terms.Trapped[k]
		}
		if pc.palace > 0 {
			palace += t.terms.Assault[k] * lanes(pc.palace)
			attackers++
		}
	}
	if hits := own.soldier.And(own.target).Count(); hits > 0 {
		palace += t.terms.Assault[board.Soldier] * lanes(hits)
		attackers += hits
	}
	return mobility, palace + t.terms.Attackers[min(attackers, maxAttackers)]
}

// threats adds up how the pieces of one side are attacked and defended.
func (t *tables) threats(own, enemy *side) (sum lanes) {
	guarded := own.own.And(own.attacks)
	attacked := own.own.And(enemy.attacks)
	hanging := attacked.AndNot(guarded)
	for k := board.Advisor; k <= board.FaceDown; k++ {
		set := own.kinds[k]
		if set.Empty() {
			continue
		}
		sum += t.terms.Guarded[k] * lanes(set.And(guarded).Count())
		if set.Intersects(attacked) {
			sum += t.terms.Hanging[k] * lanes(set.And(hanging).Count())
			sum += t.terms.Cheaper[k] * lanes(set.And(enemy.cheaper[class[k]]).Count())
		}
	}
	return sum
}

// palace adds up the shelter of the general of own.
func (t *tables) palace(own, enemy *side, p *board.Position) (sum lanes) {
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
	both := own.kinds[board.Chariot].Or(own.kinds[board.Cannon])
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
	case own.kinds[board.Chariot].Has(at):
		return chariot[between&maxScreens]
	default:
		return cannon[between&maxScreens]
	}
}

// soldiers adds up the structure of the face-up soldiers of one side.
func (t *tables) soldiers(own *side, occupied board.Bitboard) lanes {
	set := own.kinds[board.Soldier]
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
