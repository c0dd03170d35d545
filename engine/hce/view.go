package hce

import "jieqi/engine/board"

// The classes order the kinds by what they are worth: a piece of a lower class is the cheaper one.
// Generals are in none.
const (
	classSoldier = iota
	classMinor   // advisors, elephants, face-down pieces
	classMiddle  // horses and cannons
	classChariot
	numClasses
)

var class = [board.NumKinds]uint8{
	board.Soldier: classSoldier,
	board.Advisor: classMinor, board.Elephant: classMinor, board.FaceDown: classMinor,
	board.Horse: classMiddle, board.Cannon: classMiddle,
	board.Chariot: classChariot,
}

// side is what a view knows of one colour. Points that a piece attacks count as attacked whatever
// stands on them; pins are ignored.
type side struct {
	color    board.Color
	general  board.Point
	own      board.Bitboard
	chariots board.Bitboard             // face-up ones
	cannons  board.Bitboard             // face-up ones
	soldiers board.Bitboard             // face-up ones
	recruits board.Bitboard             // face-down ones on points of soldiers
	target   board.Bitboard             // the enemy's palace
	steps    board.Bitboard             // where the general could step, own pieces and danger ignored
	attacks  board.Bitboard             // what all pieces attack
	cheaper  [numClasses]board.Bitboard // what pieces of a lower class than the index attack
	officers board.Officers             // the pieces whose moves are looked at one by one
}

// view is a position as the terms see it, filled anew by each Evaluate.
type view struct {
	occupied board.Bitboard
	sides    [board.NumColors]side
}

func (v *view) fill(p *board.Position) {
	v.occupied = p.Occupied()
	v.sides[board.Red].fill(p, board.Red)
	v.sides[board.Black].fill(p, board.Black)
}

func (s *side) fill(p *board.Position, c board.Color) {
	s.color, s.own, s.general = c&1, p.ColorSet(c), p.General(c)
	down, soldiers := p.Pieces(c, board.FaceDown), p.Role(c, board.Soldier)
	s.soldiers, s.recruits = soldiers.AndNot(down), soldiers.And(down)
	s.chariots, s.cannons = p.Role(c, board.Chariot).AndNot(down), p.Role(c, board.Cannon).AndNot(down)
	s.target = palaces[c.Other()&1]
	s.steps = generalSteps[s.general&127]
	p.Officers(c, &s.officers)

	hits := &s.officers.Hits
	minor := ahead(s.recruits, c).Or(hits[board.FaceDown]).Or(hits[board.Advisor]).Or(hits[board.Elephant])
	s.cheaper[classMinor] = soldierAttacks(s.soldiers, c)
	s.cheaper[classMiddle] = s.cheaper[classMinor].Or(minor)
	s.cheaper[classChariot] = s.cheaper[classMiddle].Or(hits[board.Horse]).Or(hits[board.Cannon])
	s.attacks = s.cheaper[classChariot].Or(hits[board.Chariot]).Or(s.steps)
}

// soldierAttacks returns the points that face-up soldiers of side c attack.
func soldierAttacks(set board.Bitboard, c board.Color) board.Bitboard {
	over := set.AndNot(halves[c])
	return ahead(set, c).Or(east(over)).Or(west(over))
}
