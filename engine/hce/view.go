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
	own     board.Bitboard
	kinds   [board.NumKinds]board.Bitboard
	general board.Point
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
	s.own, s.general, s.count = p.ColorSet(c), p.General(c), 0
	for k := range s.kinds {
		s.kinds[k] = p.Pieces(c, board.Kind(k))
	}
	palace := palaces[c.Other()&1]
	dark := s.kinds[board.FaceDown]
	foot := dark.And(soldierHomes[c&1])
	artillery := dark.And(cannonHomes)
	s.steps = generalSteps[s.general&127]
	s.soldier = soldierAttacks(s.kinds[board.Soldier], c)

	minor := ahead(foot, c)
	minor = minor.Or(s.movers(p, palace, board.FaceDown, dark.AndNot(foot).AndNot(artillery)))
	minor = minor.Or(s.cannons(p, palace, board.FaceDown, artillery))
	minor = minor.Or(s.movers(p, palace, board.Advisor, s.kinds[board.Advisor]))
	minor = minor.Or(s.movers(p, palace, board.Elephant, s.kinds[board.Elephant]))
	middle := s.movers(p, palace, board.Horse, s.kinds[board.Horse])
	middle = middle.Or(s.cannons(p, palace, board.Cannon, s.kinds[board.Cannon]))
	chariots := s.movers(p, palace, board.Chariot, s.kinds[board.Chariot])

	s.cheaper[classMinor] = s.soldier
	s.cheaper[classMiddle] = s.soldier.Or(minor)
	s.cheaper[classChariot] = s.cheaper[classMiddle].Or(middle)
	s.attacks = s.cheaper[classChariot].Or(chariots).Or(s.steps)
}

// movers adds pieces that capture as they move and returns what they attack.
func (s *side) movers(p *board.Position, palace board.Bitboard, k board.Kind, set board.Bitboard) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := p.AttacksFrom(at)
		all = all.Or(hits)
		pc := s.add(k, at)
		pc.moves = hits.AndNot(s.own)
		pc.palace = uint8(hits.And(palace).Count())
	}
	return all
}

// cannons adds pieces that capture over a screen and move without one, and returns what they attack.
func (s *side) cannons(p *board.Position, palace board.Bitboard, k board.Kind, set board.Bitboard) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := p.AttacksFrom(at)
		all = all.Or(hits)
		pc := s.add(k, at)
		pc.moves = p.Destinations(at)
		pc.palace = uint8(hits.And(palace).Count())
	}
	return all
}

func (s *side) add(k board.Kind, at board.Point) *placed {
	pc := &s.pieces[s.count&15]
	s.count++
	pc.kind, pc.point = k, at
	return pc
}

// soldierAttacks returns the points that face-up soldiers of side c attack.
func soldierAttacks(set board.Bitboard, c board.Color) board.Bitboard {
	over := set.AndNot(halves[c])
	return ahead(set, c).Or(east(over)).Or(west(over))
}
