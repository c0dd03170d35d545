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

// Replayer searches positions of recorded games once more, one game after the other, with an engine of its own.
type Replayer struct {
	limits rules.Limits
	player referee.Player
	table  *dealer.Table
}

// NewReplayer returns a Replayer of searches of exactly so many nodes by an engine made from f and o.
func NewReplayer(f engine.Factory, o engine.Options, nodes uint64) *Replayer {
	return &Replayer{limits: rules.Limits{Nodes: nodes}, player: engine.New(f, o)}
}

// Game replays g through the dealer and calls found, ply by ply, with what a search makes of each position that is
// wanted: from the mover's view, which knows the game's history and no earlier search.
func (r *Replayer) Game(ctx context.Context, g *dataset.Game, preset rules.Rules,
	wanted func(ply int) bool, found func(ply int, c rules.Choice)) error {
	if r.table == nil {
		r.table = dealer.New(g.Deal, preset)
	}
	r.table.Reset(g.Deal, preset)
	for t := range g.Plies {
		if wanted(t) {
			c, err := r.search(ctx, board.Color(t&1))
			if err != nil {
				return fmt.Errorf("game %d: ply %d: %w", g.Index, t, err)
			}
			found(t, c)
		}
		if _, err := r.table.Play(g.Plies[t].Move); err != nil {
			return fmt.Errorf("game %d: ply %d: %w", g.Index, t, err)
		}
	}
	return nil
}

// search asks the engine, which has forgotten everything, what the side to move makes of the table.
func (r *Replayer) search(ctx context.Context, mover board.Color) (rules.Choice, error) {
	if err := r.player.NewGame(); err != nil {
		return rules.Choice{}, err
	}
	c, err := r.player.Choose(ctx, r.table.View(mover), r.limits)
	if err != nil {
		return rules.Choice{}, err
	}
	if ctx.Err() != nil {
		return rules.Choice{}, context.Cause(ctx) // the search was cut short
	}
	return c, nil
}
