package referee

import (
	"context"
	"fmt"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// Play plays one game of d and returns its record. It fails, without a record, when ctx is
// cancelled, when an opening move is not legal, and when a player fails otherwise than by ErrCrash
// or ErrStall.
func Play(ctx context.Context, cfg Config, d deal.Deal, red, black Player) (*Record, error) {
	g := newGame(cfg, d, red, black)
	for _, p := range g.players {
		if err := p.NewGame(); err != nil {
			return nil, fmt.Errorf("new game: %w", err)
		}
	}
	if err := g.open(); err != nil {
		return nil, err
	}
	for !g.over() {
		if err := g.ask(ctx); err != nil {
			return nil, fmt.Errorf("after %d plies: %w", len(g.record.Plies), err)
		}
	}
	g.record.Clock = g.clocks.left
	return g.record, nil
}

// game is a game that is being played.
type game struct {
	cfg     Config
	table   *dealer.Table
	players [board.NumColors]Player
	clocks  *clocks
	judge   Adjudicator
	record  *Record
}

func newGame(cfg Config, d deal.Deal, red, black Player) *game {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &game{
		cfg:     cfg,
		table:   dealer.New(d, cfg.Rules),
		players: [board.NumColors]Player{red, black},
		clocks:  newClocks(&cfg),
		judge:   Adjudicator{Rule: cfg.Win},
		record:  &Record{Deal: d, Rules: cfg.Rules},
	}
}

// open plays the opening, as far as the game lasts.
func (g *game) open() error {
	for _, m := range g.cfg.Opening {
		if g.over() {
			return nil
		}
		ply, err := g.table.Play(m)
		if err != nil {
			return fmt.Errorf("opening: %w", err)
		}
		g.add(Played{Ply: ply, Flags: Opening})
		g.record.Opening++
	}
	return nil
}

// over reports whether the game has ended, and settles the verdict: what the board says comes before
// adjudication, and that before the length.
func (g *game) over() bool {
	if g.record.Verdict.Over() {
		return true
	}
	switch v, decided := g.table.Verdict(), g.record.Adjudication; {
	case v.Over():
		g.record.Verdict = v
	case decided.Made() && !g.cfg.PlayOut:
		g.record.Verdict = rules.Verdict{Outcome: decided.Outcome, Reason: rules.Adjudicated}
	case g.cfg.MaxPlies > 0 && len(g.record.Plies) >= g.cfg.MaxPlies:
		g.record.Verdict = rules.Verdict{Outcome: rules.Draw, Reason: rules.LengthLimit}
	}
	return g.record.Verdict.Over()
}

// ask lets the side to move choose, and plays its move or ends the game by its forfeit.
func (g *game) ask(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	mover := g.table.Public().Position().Side()
	limits := g.cfg.Limits[mover]
	limits.Clock = g.clocks.shown(mover)
	begin := g.cfg.Now()
	choice, err := g.players[mover].Choose(ctx, g.table.View(mover), limits)
	used := g.cfg.Now().Sub(begin)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		reason, ok := forfeitReason(err)
		if !ok {
			return fmt.Errorf("%s: %w", mover, err)
		}
		g.forfeit(mover, reason, err.Error())
		return nil
	}
	if left := g.clocks.left[mover]; !g.clocks.spend(mover, used) {
		g.forfeit(mover, rules.TimeLoss, fmt.Sprintf("used %v with %v left", used, left))
		return nil
	}
	g.play(mover, choice, used)
	return nil
}

// play makes the chosen move, or ends the game if it is not legal.
func (g *game) play(mover board.Color, choice rules.Choice, used time.Duration) {
	ply, err := g.table.Play(choice.Move)
	if err != nil {
		g.forfeit(mover, rules.IllegalMove, err.Error())
		return
	}
	played := Played{Ply: ply, Score: choice.Score, Depth: choice.Depth, Nodes: choice.Nodes, Time: used}
	if g.record.Adjudication.Made() {
		played.Flags |= Tail
	}
	g.add(played)
	g.judge.Add(len(g.record.Plies), mover, choice.Score)
	g.record.Adjudication = g.judge.Decision
}

// add records a ply that was just played, and has it watched.
func (g *game) add(p Played) {
	g.record.Plies = append(g.record.Plies, p)
	if g.cfg.Watch != nil {
		g.cfg.Watch(g.table, p)
	}
}

func (g *game) forfeit(loser board.Color, reason rules.Reason, what string) {
	g.record.Verdict = rules.Verdict{Outcome: rules.WinFor(loser.Other()), Reason: reason}
	g.record.Forfeit = loser.String() + ": " + what
}
