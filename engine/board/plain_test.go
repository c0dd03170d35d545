package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/plain"
	"pgregory.net/rapid"
)

// The second opinion, which shares no code with this package, lists the same moves and sees the same checks.
func TestSecondOpinionOnGames(t *testing.T) {
	walk(t, 60, checkSecondOpinion)
}

// checkSecondOpinion compares every way of asking for legal moves, and the check.
func checkSecondOpinion(rt *rapid.T, p *board.Position) {
	fen := notation.FormatFEN(p)
	g, err := plain.NewGame(fen, 0)
	if err != nil {
		rt.Fatalf("%s: %v", fen, err)
	}
	var want []board.Move
	for _, m := range g.Legal() {
		want = append(want, board.MakeMove(board.Point(m.From), board.Point(m.To)))
	}
	got := p.LegalMoves(nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		rt.Fatalf("%s:\n got %v\nwant %v", fen, got, want)
	}
	if n := p.CountLegal(); n != len(want) || p.HasLegalMove() != (n > 0) {
		rt.Fatalf("%s: CountLegal %d, HasLegalMove %v, %d moves", fen, n, p.HasLegalMove(), len(want))
	}
	if g.InCheck() != p.InCheck() {
		rt.Fatalf("%s: in check %v, want %v", fen, p.InCheck(), g.InCheck())
	}
	for m := range board.Move(1 << 14) {
		if _, listed := slices.BinarySearch(want, m); p.IsLegal(m) != listed {
			rt.Fatalf("%s: %v: IsLegal %v, listed %v", fen, m, !listed, listed)
		}
	}
}

// crowded makes a board that play seldom reaches: face-up pieces thrown around the palaces, where checks,
// double checks, pins and screens of every kind abound. ok is false when the draw is no position.
func crowded(rng *rand.Rand) (p *board.Position, ok bool) {
	s := board.Setup{Fullmove: 1}
	for i := range s.Pieces {
		s.Pieces[i] = board.NoPiece
	}
	for c := range board.Color(board.NumColors) {
		general := board.MakePoint(3+rng.IntN(3), rng.IntN(3))
		if c == board.Black {
			general = general.Flip()
		}
		s.Pieces[general] = board.MakePiece(c, board.General)
		scatter(rng, &s, c)
	}
	for side := range board.Color(board.NumColors) {
		s.Side = side
		if p, err := board.New(s); err == nil {
			return p, true
		}
	}
	return nil, false
}

// scatter puts up to fifteen pieces of a colour on the middle files, some of them face down.
func scatter(rng *rand.Rand, s *board.Setup, c board.Color) {
	var count [board.NumKinds]uint8
	for range rng.IntN(16) {
		k := board.PoolKinds[rng.IntN(len(board.PoolKinds))]
		pt := board.MakePoint(1+rng.IntN(7), rng.IntN(5))
		if rng.IntN(2) == 0 {
			pt = pt.Flip()
		}
		if s.Pieces[pt] != board.NoPiece || count[k] == board.FullCount[k] {
			continue
		}
		count[k]++
		s.Pieces[pt] = board.MakePiece(c, k)
		if _, owner, home := board.HomeKind(pt); home && owner == c && rng.IntN(2) == 0 {
			s.Pieces[pt] = board.MakePiece(c, board.FaceDown)
			s.Pools[c][k]++
		}
	}
}

func TestSecondOpinionOnCrowdedBoards(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		for range 50 {
			if p, ok := crowded(rng); ok {
				checkSecondOpinion(rt, p)
			}
		}
	})
}
