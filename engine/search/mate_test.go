package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// forces reports whether the side to move can mate within plies (odd) whatever its reveals turn up
// and whatever the defender's do.
func forces(p *board.Position, plies int) bool {
	if plies <= 0 {
		return false
	}
	for _, m := range p.LegalMoves(nil) {
		if everyIdentity(p, m, func(q *board.Position) bool { return loses(q, plies-1) }) {
			return true
		}
	}
	return false
}

// loses reports whether the side to move is mated within plies (even) whatever it plays.
func loses(p *board.Position, plies int) bool {
	if plies <= 0 {
		return !p.HasLegalMove()
	}
	for _, m := range p.LegalMoves(nil) {
		if !everyIdentity(p, m, func(q *board.Position) bool { return forces(q, plies-1) }) {
			return false
		}
	}
	return true
}

// everyIdentity reports whether holds is true after m with each identity it can turn up.
func everyIdentity(p *board.Position, m board.Move, holds func(*board.Position) bool) bool {
	for k := range board.NoKind + 1 {
		if p.IsReveal(m) != (k < board.NoKind) || k < board.NoKind && p.PoolCount(p.Side(), k) == 0 {
			continue
		}
		q := *p
		var u board.Undo
		q.Make(m, k, &u)
		if !holds(&q) {
			return false
		}
	}
	return true
}

// proven reports whether the mate that v claims at p, for either side, is one.
func proven(p *board.Position, v score.Value) bool {
	if v < 0 {
		return loses(p, v.MatePlies())
	}
	return forces(p, v.MatePlies())
}

// endings visits positions late in random games, n in all.
func endings(n int, visit func(g *rules.Game)) {
	random := rand.New(rand.NewPCG(5, 8))
	for n > 0 {
		randomGame(random, 400, func(g *rules.Game) bool {
			p := g.Position()
			if p.Occupied().Count() > 20 || !p.HasLegalMove() {
				return p.HasLegalMove()
			}
			if random.IntN(4) == 0 && n > 0 {
				visit(g)
				n--
			}
			return n > 0
		})
	}
}

func TestForcedMatesAreFound(t *testing.T) {
	s := New(byHand, Main, 2)
	found := map[int]int{}
	endings(4000, func(g *rules.Game) {
		p := g.Position()
		plies := 1
		if !forces(p, 1) {
			if plies = 3; found[3] >= 25 || board.Perft(p, 2, board.PerftMode{}) > 3000 || !forces(p, 3) {
				return
			}
		}
		if found[plies]++; found[plies] > 40 {
			return
		}
		s.NewGame()
		c := s.Search(context.Background(), g, rules.Limits{Nodes: 20_000}, nil)
		if want := score.MateIn(plies); c.Score != want {
			t.Errorf("%s: mate in %d plies: score %d, want %d", notation.FormatFEN(p), plies, c.Score, want)
		}
	})
	if found[1] < 20 || found[3] < 20 {
		t.Errorf("mates in the sample by plies: %v", found)
	}
}

func TestClaimedMatesAreProven(t *testing.T) {
	s := New(byHand, Main, 2)
	claims := 0
	endings(600, func(g *rules.Game) {
		s.NewGame()
		c := s.Search(context.Background(), g, rules.Limits{Depth: 4}, nil)
		if !c.Score.IsMate() || c.Score.MatePlies() > 4 {
			return
		}
		claims++
		if !proven(g.Position(), c.Score) {
			t.Errorf("claim %d of a mate in %d plies does not hold", c.Score, c.Score.MatePlies())
		}
	})
	if claims < 40 {
		t.Errorf("only %d claims", claims)
	}
}
