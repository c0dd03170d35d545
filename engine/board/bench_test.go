package board_test

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/recorded"
)

// startGiven is the first row of recorded.Perft: the start position with a deal.
func startGiven(b testing.TB) (*board.Position, board.PerftMode) {
	r := recorded.Perft.Rows(b)[0]
	return parse(b, r["fen"]), board.PerftMode{Given: givenOf(b, r["deal(square=identity)"])}
}

// Leaf nodes a second from the start position with a deal given, to depth 5.
func BenchmarkPerft(b *testing.B) {
	p, mode := startGiven(b)
	var nodes uint64
	for b.Loop() {
		nodes += board.Perft(p, 5, mode)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// The same over middle games: every recorded position to depth 2, reveals expanded.
func BenchmarkPerftRecorded(b *testing.B) {
	var ps []*board.Position
	for _, r := range recorded.Positions.Rows(b) {
		ps = append(ps, parse(b, r["fen"]))
	}
	var nodes uint64
	for b.Loop() {
		for _, p := range ps {
			nodes += board.Perft(p, 3, board.PerftMode{})
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// Random games of at most 300 plies: generate, draw, make.
func BenchmarkRandomPlies(b *testing.B) {
	start, mode := startGiven(b)
	rng := rand.NewPCG(1, 2)
	var buf [board.MaxMoves]board.Move
	var u board.Undo
	p, plies := *start, 0
	for b.Loop() {
		moves := p.LegalMoves(buf[:0])
		if len(moves) == 0 || plies == 300 {
			p, plies = *start, 0
			continue
		}
		m := moves[rng.Uint64()>>32*uint64(len(moves))>>32]
		reveal := board.NoKind
		if p.IsReveal(m) {
			reveal = mode.Given[m.From()]
		}
		p.Make(m, reveal, &u)
		plies++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
}

// One middle-game position through each operation.
func BenchmarkOperations(b *testing.B) {
	p := parse(b, "1rxCkx1xx/3a5/3r5/x1x5x/6p2/8R/X1B1X1P2/B1a1N4/9/1X1XKXXXX b R1A2C1P3N1B0r0a0c2p4n2b1 2 10")
	var buf [board.MaxMoves]board.Move
	moves := p.LegalMoves(buf[:0])
	b.Run("LegalMoves", func(b *testing.B) {
		for b.Loop() {
			p.LegalMoves(buf[:0])
		}
	})
	b.Run("LegalCaptures", func(b *testing.B) {
		var captures [board.MaxMoves]board.Move
		for b.Loop() {
			p.LegalCaptures(captures[:0])
		}
	})
	b.Run("CountLegal", func(b *testing.B) {
		for b.Loop() {
			p.CountLegal()
		}
	})
	b.Run("MakeUnmake", func(b *testing.B) {
		var u board.Undo
		for i := 0; b.Loop(); i++ {
			m := moves[i%len(moves)]
			reveal := board.NoKind
			if p.IsReveal(m) {
				reveal = board.Soldier
			}
			p.Make(m, reveal, &u)
			p.Unmake(&u)
		}
	})
	b.Run("GivesCheck", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			p.GivesCheck(moves[i%len(moves)], board.Chariot)
		}
	})
	b.Run("SEE", func(b *testing.B) {
		values := [board.NumKinds]int{10000, 200, 200, 400, 900, 450, 100, 300}
		for i := 0; b.Loop(); i++ {
			p.SEE(moves[i%len(moves)], &values)
		}
	})
}
