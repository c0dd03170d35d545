// Mates that the search claims, each proven by the exhaustive prover.

package search

import (
	"context"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// claimBudget is how many positions the proof of a claim may take.
const claimBudget = 2_000_000

// TestClaimedMatesAreProven takes 1,000 positions a few plies before a mate and proves every mate score, for
// either side, that an iteration up to depth 5 gives.
func TestClaimedMatesAreProven(t *testing.T) {
	t.Parallel()
	s := New(byHand, Main, 2)
	games, positions, claimed, dark := 0, 0, 0, 0
	byPlies := map[int]int{}
	finales(21, func(end []*rules.Game) bool {
		games++
		if games%2 == 0 && facedown(end[0]) < 3 {
			return true
		}
		for _, g := range end[1:5] { // the very last holds a mate in one
			if p := g.Position(); positions == 1000 || board.Perft(p, 2, board.PerftMode{}) > 15_000 {
				continue
			}
			positions++
			if claims := claimsAt(s, g); len(claims) > 0 {
				claimed++
				if facedown(g) > 5 {
					dark++
				}
				for _, c := range claims {
					byPlies[c.MatePlies()]++
					checkClaim(t, s, g.Position(), c)
				}
			}
		}
		return positions < 1000
	})
	t.Logf("%d of %d positions have a claim, %d of them more than 5 face-down pieces; claims by plies: %v", claimed, positions, dark, byPlies)
	if claimed < 300 || dark < 60 {
		t.Errorf("only %d positions with a claim, %d with more than 5 face-down pieces", claimed, dark)
	}
}

// facedown returns how many pieces of both sides are face down.
func facedown(g *rules.Game) int {
	p := g.Position()
	return p.Hidden(board.Red) + p.Hidden(board.Black)
}

// claimsAt returns the mate scores of the iterations up to depth 5.
func claimsAt(s *Searcher, g *rules.Game) (claims []score.Value) {
	s.NewGame()
	s.Search(context.Background(), g, rules.Limits{Depth: 5}, func(i Info) {
		if i.Score.IsMate() && (len(claims) == 0 || claims[len(claims)-1] != i.Score) {
			claims = append(claims, i.Score)
		}
	})
	return claims
}

// checkClaim proves the mate that c says there is at p, for either side.
func checkClaim(t *testing.T, s *Searcher, p *board.Position, c score.Value) {
	t.Helper()
	v := newProver(s.table, claimBudget)
	switch holds := (c > 0) == (c.MatePlies()%2 == 1) && v.forced(p, c.MatePlies()); {
	case v.budget < 0:
		t.Errorf("%s: claim %d of a mate in %d plies is too long to prove", notation.FormatFEN(p), c, c.MatePlies())
	case !holds:
		t.Errorf("%s: claim %d of a mate in %d plies does not hold", notation.FormatFEN(p), c, c.MatePlies())
	}
}
