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

// placed is a piece whose moves are looked at one by one: all but generals and soldiers, face-down
// ones by their role.
type placed struct {
	moves  board.Bitboard // empty points and enemy pieces it can go to
	kind   board.Kind     // FaceDown for a face-down piece
	point  board.Point
	palace uint8 // points of the enemy palace it attacks
}

// side is what a view knows of one colour. Points that a piece attacks count as attacked whatever
// stands on them; pins are ignored.
type side struct {
	color   board.Color
	own     board.Bitboard
	kinds   [board.NumKinds]board.Bitboard
	general board.Point
	target  board.Bitboard // the enemy's palace
	steps   board.Bitboard // where the general could step, own pieces and danger ignored
	soldier board.Bitboard // what face-up soldiers attack
	pieces  [16]placed
	count   int
	attacks board.Bitboard             // what all pieces attack
	cheaper [numClasses]board.Bitboard // what pieces of a lower class than the index attack
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
	s.color, s.own, s.general, s.count = c&1, p.ColorSet(c), p.General(c), 0
	for k := range s.kinds {
		s.kinds[k] = p.Pieces(c, board.Kind(k))
	}
	s.target = palaces[c.Other()&1]
	s.steps = generalSteps[s.general&127]
	s.soldier = soldierAttacks(s.kinds[board.Soldier], c)

	const dark = board.FaceDown
	down := s.kinds[dark]
	minor := ahead(down.And(homes[board.Soldier]), c)
	minor = minor.Or(s.advisors(down.And(homes[board.Advisor]), dark, palaces[c&1]))
	minor = minor.Or(s.elephants(p, down.And(homes[board.Elephant]), dark))
	minor = minor.Or(s.horses(p, down.And(homes[board.Horse]), dark))
	minor = minor.Or(s.chariots(p, down.And(homes[board.Chariot]), dark))
	minor = minor.Or(s.cannons(p, down.And(homes[board.Cannon]), dark))
	minor = minor.Or(s.advisors(s.kinds[board.Advisor], board.Advisor, everywhere))
	minor = minor.Or(s.elephants(p, s.kinds[board.Elephant], board.Elephant))
	middle := s.horses(p, s.kinds[board.Horse], board.Horse)
	middle = middle.Or(s.cannons(p, s.kinds[board.Cannon], board.Cannon))
	chariots := s.chariots(p, s.kinds[board.Chariot], board.Chariot)

	s.cheaper[classMinor] = s.soldier
	s.cheaper[classMiddle] = s.soldier.Or(minor)
	s.cheaper[classChariot] = s.cheaper[classMiddle].Or(middle)
	s.attacks = s.cheaper[classChariot].Or(chariots).Or(s.steps)
}

// soldierAttacks returns the points that face-up soldiers of side c attack.
func soldierAttacks(set board.Bitboard, c board.Color) board.Bitboard {
	over := set.AndNot(halves[c])
	return ahead(set, c).Or(east(over)).Or(west(over))
}
