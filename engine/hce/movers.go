package hce

import "jieqi/engine/board"

// The methods of this file add the pieces of a set, which are all of kind k, and return what they
// attack. One for each role spares a dispatch for each piece.

func (s *side) advisors(set board.Bitboard, k board.Kind, bounds board.Bitboard) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := advisorSteps[at&127].And(bounds)
		all = all.Or(hits)
		s.add(k, at, hits, hits)
	}
	return all
}

func (s *side) elephants(p *board.Position, set board.Bitboard, k board.Kind) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := p.ElephantSteps(at)
		all = all.Or(hits)
		s.add(k, at, hits, hits)
	}
	return all
}

func (s *side) horses(p *board.Position, set board.Bitboard, k board.Kind) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := p.HorseSteps(at)
		all = all.Or(hits)
		s.add(k, at, hits, hits)
	}
	return all
}

func (s *side) chariots(p *board.Position, set board.Bitboard, k board.Kind) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		hits := p.ChariotSteps(at)
		all = all.Or(hits)
		s.add(k, at, hits, hits)
	}
	return all
}

func (s *side) cannons(p *board.Position, set board.Bitboard, k board.Kind) (all board.Bitboard) {
	for !set.Empty() {
		at := set.PopFirst()
		moves, hits := p.CannonSteps(at)
		all = all.Or(hits)
		s.add(k, at, moves, hits)
	}
	return all
}

// add enters one piece; moves and hits may hold points of its own side.
func (s *side) add(k board.Kind, at board.Point, moves, hits board.Bitboard) {
	pc := &s.pieces[s.count&15]
	s.count++
	pc.moves, pc.kind, pc.point = moves.AndNot(s.own), k, at
	pc.palace = uint8(hits.And(s.target).Count())
}
