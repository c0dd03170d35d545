// What the tests search: an evaluator, fixed positions, games of drawn moves and the ends of those that end
// in mate. No tests.

package search

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// byHand makes the hand-crafted evaluator.
func byHand() Evaluator { return hce.New(&hce.Default) }

// newGame starts a game of the usual rules at a FEN.
func newGame(t testing.TB, fen string) *rules.Game {
	t.Helper()
	p, err := notation.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewGame(rules.Tiantian, p)
}

const startFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

// someFENs are positions of different phases.
var someFENs = []string{
	startFEN,
	"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1",
	"1r1k3x1/9/3p2n2/x3c3p/4C4/P1P6/4P3X/2N1R4/9/X3K3X w R1A2C1P2N1B2r1a2c1p3n1b2 4 20",
	"3ak4/9/9/4p4/9/2R6/9/9/4n4/3AK4 w - 10 60",
}

// randomGame plays random moves that turn up random identities, victims untold, and calls visit after each.
func randomGame(random *rand.Rand, plies int, visit func(g *rules.Game) bool) {
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	for range plies {
		moves := g.Position().LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		ply := board.Ply{Move: m, Reveal: board.NoKind, Victim: board.NoKind}
		if g.Position().IsReveal(m) {
			ply.Reveal = randomKind(random, g.Position().Pool(g.Position().Side()))
		}
		g.Play(ply)
		if !visit(g) {
			return
		}
	}
}

func randomKind(random *rand.Rand, pool board.Pool) board.Kind {
	i := random.IntN(pool.Size())
	for k, n := range pool {
		if i -= int(n); i < 0 {
			return board.Kind(k)
		}
	}
	return board.NoKind
}

// smallPositions returns n positions of random games whose tree of all identities is small to the depth
// given with each: all with face-down pieces, many with pools larger than those.
func smallPositions(t testing.TB, n int) (games []*rules.Game, depths []int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	larger := 0
	for len(games) < n {
		randomGame(random, 300, func(g *rules.Game) bool {
			p := g.Position()
			hidden := p.Hidden(board.Red) + p.Hidden(board.Black)
			if hidden == 0 || !p.HasLegalMove() {
				return false
			}
			if hidden > 8 || random.IntN(6) > 0 || board.Perft(p, 2, board.PerftMode{}) > 500 {
				return true
			}
			depth := 2
			for depth < 4 && board.Perft(p, depth+1, board.PerftMode{}) < 50_000 {
				depth++
			}
			if pool := p.Pool(p.Side()); pool.Size() > p.Hidden(p.Side()) {
				larger++
			}
			games, depths = append(games, g.Clone()), append(depths, depth)
			return len(games) < n
		})
	}
	if larger < n/4 {
		t.Fatalf("only %d of %d positions have a pool larger than the face-down pieces are many", larger, n)
	}
	return games, depths
}

// finale is how many plies before a mate a game's positions are looked at.
const finale = 8

// finales plays games until visit returns false and gives it the last positions of each one that ended without
// a legal move, the latest first. No search takes part: the moves are drawn, the most aggressive
// of a few each time, so that mates come early and find pieces still face down.
func finales(seed uint64, visit func(end []*rules.Game) bool) {
	random := rand.New(rand.NewPCG(seed, 8))
	for {
		g := rules.NewGame(rules.Tiantian, board.StartPosition())
		var end []*rules.Game
		for g.Plies() < 300 && g.Position().HasLegalMove() {
			end = append(end, rules.NewGame(g.Rules(), g.Position()))
			if len(end) > finale {
				end = end[1:]
			}
			g.Play(drawPly(random, g.Position()))
		}
		if g.Position().HasLegalMove() {
			continue
		}
		for i, j := 0, len(end)-1; i < j; i, j = i+1, j-1 {
			end[i], end[j] = end[j], end[i]
		}
		if !visit(end) {
			return
		}
	}
}

// drawPly draws a few legal moves and returns the most aggressive, with an identity drawn from the pool.
func drawPly(random *rand.Rand, p *board.Position) board.Ply {
	const draws = 4
	moves := p.LegalMoves(nil)
	best, most := board.NoMove, -1<<31
	worth := Main.worth()
	var reveal board.Kind
	for range draws {
		m := moves[random.IntN(len(moves))]
		k := board.NoKind
		if p.IsReveal(m) {
			k = randomKind(random, p.Pool(p.Side()))
		}
		gain := p.SEE(m, &worth)
		if p.GivesCheck(m, k) {
			gain += worth[board.Cannon]
		}
		if gain > most {
			best, most, reveal = m, gain, k
		}
	}
	return board.Ply{Move: best, Reveal: reveal, Victim: board.NoKind}
}
