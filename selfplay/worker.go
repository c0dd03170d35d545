package selfplay

import (
	"context"
	"fmt"
	"time"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// Worker plays single games of a run, one after the other, with engines of its own.
type Worker struct {
	cfg     *Config
	rules   rules.Rules
	source  deal.Source
	engines [2]referee.Player               // the network's, and what it plays against
	players [board.NumColors]referee.Player // the same, by their colours in the game being played
	seats   *dataset.Seats                  // nil: the network plays itself, and colours do not matter
	strays  strays
	table   *dealer.Table // for drawing openings
	draws   moveDraw
	index   uint64 // of the game being played
}

// Played is a finished game with what it cost.
type Played struct {
	Game  dataset.Game
	Nodes uint64 // of the moves played; searches that only judged openings are not counted
	Tries int    // draws of the opening
}

// NewWorker returns a worker of the run of cfg, which Check has checked, with the network of f.
func NewWorker(cfg *Config, f engine.Factory) *Worker {
	preset, err := rules.Preset(cfg.Rules)
	if err != nil {
		panic(err) // Config.Check asked the same
	}
	w := &Worker{cfg: cfg, rules: preset, source: deal.NewSource(cfg.Phrase), strays: strays{perMille: cfg.Stray}}
	both := [2]engine.Factory{f, f}
	if cfg.opponent(&f) != "" {
		seats := dataset.NewSeats(cfg.Phrase)
		both[1], w.seats = *cfg.Opponent, &seats
	}
	for i := range both {
		w.engines[i] = engine.New(both[i], engine.Options{HashMB: cfg.HashMB, Threads: 1, Search: cfg.Search})
	}
	w.players = w.engines
	return w
}

// seat gives the players their colours in game i.
func (w *Worker) seat(i uint64) {
	if w.seats != nil {
		c := w.seats.Player(i)
		w.players[c], w.players[c.Other()] = w.engines[0], w.engines[1]
	}
}

// Play plays game i. The error is that of ctx, or of a game that could not be played to its end.
func (w *Worker) Play(ctx context.Context, i uint64) (Played, error) {
	w.index = i
	w.seat(i)
	d := w.source.Deal(i)
	opening, tries, err := w.opening(ctx, i, d)
	if err != nil {
		return Played{}, err
	}
	w.strays.begin(w.source, i)
	record, err := referee.Play(ctx, w.referee(i, opening), d,
		w.strays.over(w.players[board.Red]), w.strays.over(w.players[board.Black]))
	if err != nil {
		return Played{}, fmt.Errorf("game %d: %w", i, err)
	}
	if record.Verdict.Reason.IsForfeit() {
		return Played{}, fmt.Errorf("game %d: %v: %s", i, record.Verdict, record.Forfeit)
	}
	p := Played{Tries: tries}
	p.Game, p.Nodes, err = fromRecord(i, record, w.strays.drawn)
	return p, err
}

// referee is how game i is played.
func (w *Worker) referee(i uint64, opening []board.Move) referee.Config {
	limits := rules.Limits{Nodes: w.cfg.Nodes}
	every := uint64(w.cfg.Win.PlayOutEvery)
	return referee.Config{
		Rules: w.rules, MaxPlies: w.cfg.MaxPlies, Opening: opening,
		Limits:  [board.NumColors]rules.Limits{limits, limits},
		Win:     w.cfg.Win.rule(),
		PlayOut: every > 0 && i%every == 0,
		Now:     func() time.Time { return time.Time{} }, // no clocks, no times
	}
}

// fromRecord turns a referee's record into the game that a shard keeps; strays says, by ply after the opening, which
// moves were drawn at random.
func fromRecord(i uint64, r *referee.Record, strays []bool) (g dataset.Game, nodes uint64, err error) {
	g = dataset.Game{
		Index: i, Deal: r.Deal, Opening: r.Opening, Result: r.Verdict.Outcome, Reason: r.Verdict.Reason,
		Plies: make([]dataset.Ply, len(r.Plies)),
	}
	for t := range r.Plies {
		p := &r.Plies[t]
		out := dataset.Ply{Move: p.Ply.Move, Score: p.Score}
		if p.Flags.Has(referee.Opening) {
			out.Flags |= dataset.Random | dataset.Unscored
		}
		if t >= r.Opening && strays[t-r.Opening] {
			out.Flags |= dataset.Random
		}
		if p.Flags.Has(referee.Tail) {
			out.Flags |= dataset.Tail
		}
		g.Plies[t] = out
		nodes += p.Nodes
	}
	return g, nodes, g.Annotate()
}
