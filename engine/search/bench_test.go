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
