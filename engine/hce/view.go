package hce

import "jieqi/engine/board"

// class orders the kinds by what they are worth: a piece of a lower class is the cheaper one.
// Generals come last, so that nothing they attack counts as attacked by a cheaper piece.
var class = [board.NumKinds]uint8{
	board.Soldier: 0, board.Advisor: 1, board.Elephant: 1, board.FaceDown: 1,
	board.Horse: 2, board.Cannon: 2, board.Chariot: 3, board.General: 4,
}

const numClasses = 5

// placed is a piece that the terms look at one by one: all but soldiers, whatever their role.
type placed struct {
	kind  board.Kind // FaceDown for a face-down piece
	point board.Point
	moves board.Bitboard // empty points and enemy pieces it can go to
	hits  board.Bitboard // points it attacks, whatever stands there
}

// side is what a view knows of one colour.
type side struct {
	own         board.Bitboard
	kinds       [board.NumKinds]board.Bitboard
	pieces      [16]placed
	count       int
	soldierHits board.Bitboard             // what soldiers attack, face-down ones left out
	attacks     board.Bitboard             // points that some piece attacks, whatever stands there
	cheaper     [numClasses]board.Bitboard // what pieces of a lower class than the index attack
	general     board.Point
}

// view is a position as the terms see it, filled anew by each Evaluate.
type view struct {
	occupied board.Bitboard
	sides    [board.NumColors]side
}

func (v *view) fill(p *board.Position) {
	v.occupied = p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		v.sides[c].fill(p, c)
	}
}

func (s *side) fill(p *board.Position, c board.Color) {
	var byClass [numClasses]board.Bitboard
	s.own, s.count, s.general = board.Bitboard{}, 0, p.General(c)
	for k := board.General; k <= board.FaceDown; k++ {
		set := p.Pieces(c, k)
		s.kinds[k] = set
		s.own = s.own.Or(set)
	}
	s.soldierHits = soldierAttacks(s.kinds[board.Soldier], c)
	byClass[class[board.Soldier]] = s.soldierHits
	darkSoldiers := s.kinds[board.FaceDown].And(soldierHomes[c])
	byClass[class[board.FaceDown]] = ahead(darkSoldiers, c)
	for k := board.General; k <= board.FaceDown; k++ {
		set := s.kinds[k]
		switch k {
		case board.Soldier:
			continue
		case board.FaceDown:
			set = set.AndNot(darkSoldiers)
		}
		for !set.Empty() {
			at := set.PopFirst()
			hits := p.AttacksFrom(at)
			moves := hits.AndNot(s.own)
			if k == board.Cannon || k == board.FaceDown && cannonHomes.Has(at) {
				moves = p.Destinations(at) // it captures over a screen and moves without one
			}
			s.pieces[s.count&15] = placed{k, at, moves, hits}
			s.count++
			byClass[class[k]] = byClass[class[k]].Or(hits)
		}
	}
	s.attacks = board.Bitboard{}
	for i, b := range byClass {
		s.cheaper[i] = s.attacks
		s.attacks = s.attacks.Or(b)
	}
}

// soldierAttacks returns the points that face-up soldiers of side c attack.
func soldierAttacks(set board.Bitboard, c board.Color) board.Bitboard {
	over := set.AndNot(halves[c])
	return ahead(set, c).Or(east(over)).Or(west(over))
}

// homesOf returns the home points whose role is k.
func homesOf(k board.Kind) (b [board.NumColors]board.Bitboard) {
	for pt := board.Point(0); pt < board.NoPoint; pt++ {
		if kind, c, ok := board.HomeKind(pt); ok && kind == k {
			b[c].Set(pt)
		}
	}
	return b
}

var (
	soldierHomes = homesOf(board.Soldier)
	cannonHomes  = func() board.Bitboard {
		h := homesOf(board.Cannon)
		return h[board.Red].Or(h[board.Black])
	}()
)
