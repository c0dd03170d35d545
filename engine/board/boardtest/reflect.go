package boardtest

import "jieqi/engine/board"

// Reflected returns p with every piece where at says, which is board.Point.Mirror or Flip, and with the sides
// exchanged if swap is set.
func Reflected(p *board.Position, at func(board.Point) board.Point, swap bool) *board.Position {
	s := p.Setup()
	out := s
	for pt, pc := range s.Pieces {
		if swap && pc != board.NoPiece {
			pc = board.MakePiece(pc.Color().Other(), pc.Kind())
		}
		out.Pieces[at(board.Point(pt))] = pc
	}
	if swap {
		out.Side = s.Side.Other()
		out.Pools[0], out.Pools[1] = s.Pools[1], s.Pools[0]
	}
	q, err := board.New(out)
	if err != nil {
		panic(err) // the rules are symmetric
	}
	return q
}
