package selfplay

import (
	"context"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/rules"
)

// rescorer gives recorded games new scores, one after the other.
type rescorer struct {
	*Replayer
	drawn []bool
}

func newRescorer(c *Rescoring, f engine.Factory) *rescorer {
	return &rescorer{Replayer: NewReplayer(f, engine.Options{HashMB: c.HashMB, Threads: 1, Search: c.Search}, c.Nodes)}
}

// game gives each position of g that is drawn the score of a new search. All other positions lose theirs. When it
// fails, g is of no use any more.
func (w *rescorer) game(ctx context.Context, g *dataset.Game, preset rules.Rules, draw dataset.Draw) (nodes uint64, err error) {
	w.drawn = draw.Game(g.Index, len(g.Plies), w.drawn[:0])
	for t := range g.Plies {
		g.Plies[t].Score = 0
		g.Plies[t].Flags |= dataset.Unscored
	}
	err = w.Game(ctx, g, preset, func(ply int) bool { return w.drawn[ply] }, func(ply int, c rules.Choice) {
		g.Plies[ply].Score = c.Score
		g.Plies[ply].Flags &^= dataset.Unscored
		nodes += c.Nodes
	})
	return nodes, err
}
