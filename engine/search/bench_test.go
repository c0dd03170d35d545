// Speed and memory: nodes a second, and no allocation but the line.

package search

import (
	"context"
	"testing"

	"jieqi/engine/rules"
)

func BenchmarkThousandNodes(b *testing.B) {
	s := New(byHand, Main, 2)
	var games []*rules.Game
	for _, fen := range someFENs {
		games = append(games, newGame(b, fen))
	}
	b.ReportAllocs()
	nodes := uint64(0)
	for i := range b.N {
		g := games[i%len(games)]
		nodes += s.Search(context.Background(), g, rules.Limits{Nodes: 1000}, nil).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func TestSearchAllocatesOnlyItsLine(t *testing.T) {
	for _, method := range []ChanceMethod{Shallow, Bound, Star1} {
		o := Main
		o.Chance = method
		s := New(byHand, o, 2)
		for _, fen := range someFENs {
			g := newGame(t, fen)
			allocs := testing.AllocsPerRun(3, func() {
				s.NewGame()
				s.Search(context.Background(), g, rules.Limits{Nodes: 3000}, nil)
			})
			if allocs > 2 { // the line and the stop flag
				t.Errorf("%v, %s: %v allocations in a search", method, fen, allocs)
			}
		}
	}
}
