package search

import (
	"math/rand/v2"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

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
	var reveal board.Kind
	for range draws {
		m := moves[random.IntN(len(moves))]
		k := board.NoKind
		if p.IsReveal(m) {
			k = randomKind(random, p.Pool(p.Side()))
		}
		gain := p.SEE(m, &exchangeValues)
		if p.GivesCheck(m, k) {
			gain += exchangeValues[board.Cannon]
		}
		if gain > most {
			best, most, reveal = m, gain, k
		}
	}
	return board.Ply{Move: best, Reveal: reveal, Victim: board.NoKind}
}
