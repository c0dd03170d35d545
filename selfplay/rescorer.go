package selfplay

import (
	"context"
	"fmt"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// rescorer searches the positions of one game after the other, with an engine of its own.
type rescorer struct {
	limits rules.Limits
	player referee.Player
	table  *dealer.Table
	drawn  []bool
}

func newRescorer(c *Rescoring, f engine.Factory) *rescorer {
	return &rescorer{
		limits: rules.Limits{Nodes: c.Nodes},
		player: engine.New(f, engine.Options{HashMB: c.HashMB, Threads: 1, Search: c.Search}),
	}
}

// game replays g through the dealer and gives each position that is drawn the score of a search from the mover's
// view, which knows the game's history and no earlier search. All other positions lose theirs. When it fails, g
// is of no use any more.
func (w *rescorer) game(ctx context.Context, g *dataset.Game, preset rules.Rules, draw dataset.Draw) (nodes uint64, err error) {
	if w.table == nil {
		w.table = dealer.New(g.Deal, preset)
	}
	w.table.Reset(g.Deal, preset)
	w.drawn = draw.Game(g.Index, len(g.Plies), w.drawn[:0])
	for t := range g.Plies {
		p := &g.Plies[t]
		p.Score = 0
		p.Flags |= dataset.Unscored
		if w.drawn[t] {
			c, err := w.search(ctx, board.Color(t&1))
			if err != nil {
				return nodes, fmt.Errorf("game %d: ply %d: %w", g.Index, t, err)
			}
			p.Score = c.Score
			p.Flags &^= dataset.Unscored
			nodes += c.Nodes
		}
		if _, err := w.table.Play(p.Move); err != nil {
			return nodes, fmt.Errorf("game %d: ply %d: %w", g.Index, t, err)
		}
	}
	return nodes, nil
}

// search asks the engine, which has forgotten everything, what the side to move makes of the table.
func (w *rescorer) search(ctx context.Context, mover board.Color) (rules.Choice, error) {
	if err := w.player.NewGame(); err != nil {
		return rules.Choice{}, err
	}
	c, err := w.player.Choose(ctx, w.table.View(mover), w.limits)
	if err != nil {
		return rules.Choice{}, err
	}
	if ctx.Err() != nil {
		return rules.Choice{}, context.Cause(ctx) // the search was cut short
	}
	return c, nil
}
