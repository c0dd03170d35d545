package main

import (
	"fmt"
	"strings"
	"time"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
	"jieqi/experiments/tune"
)

type tuneCommand struct {
	Dir      string        `arg:"" help:"Folder of the run; one that was cut short goes on there." type:"path"`
	Net      string        `help:"Evaluation of both sides: shipped, hce, material or a network file." default:"hce"`
	Only     string        `help:"Constants to look for, separated by commas. Default: all."`
	Pairs    int           `help:"Pairs of games of the whole run." default:"10000"`
	Batch    int           `help:"Pairs that push from the same constants." default:"32"`
	Rate     float64       `help:"Share of its step that a constant moves for each point at the end of the run." default:"0.004"`
	Nodes    uint64        `help:"Nodes of each search." default:"5000"`
	Phrase   string        `help:"Phrase that deals and pushes follow from." default:"tune"`
	Verify   int           `help:"Pairs of games, after the run, of the constants found against those before, on deals of the phrase with \" verify\" behind it."`
	MoveTime time.Duration `help:"Time a move in these games; 0: nodes, as in the run." default:"100ms" name:"movetime"`
	Workers  int           `help:"Pairs at a time; 0: one a core." default:"0"`
	JSON     bool          `help:"Print the result as one JSON object."`
}

func (tuneCommand) Help() string {
	return `Looks for better margins, reductions and exchange values of the search by simultaneous perturbation: pairs of games
between searches whose constants are pushed to opposite sides, all at once. DIR gets tune.json and tune.svg, anew after each
batch. The constants are the same for any number of workers, and after any interruption. Most of what a run finds is
noise: --verify plays what was found against what was there.

  jieqi experiment tune /tmp/tune --net jq-0123456789ab.nnue
  jieqi experiment tune /tmp/tune --net jq-0123456789ab.nnue --verify 200
  jieqi experiment tune /tmp/margins --only reverse-margin,futility-base,futility-margin --pairs 2000`
}

// tuneResult is what --json prints.
type tuneResult struct {
	*tune.Report
	Verified *match.Verdict `json:"verified,omitempty"`
}

// Run plays what is missing and prints the table.
func (c *tuneCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	defer stages.Close()
	r, err := tune.Run(e.ctx, cfg, c.Dir, func(pairs int, at search.Constants) {
		stages.Set("tune", int64(pairs), int64(cfg.Pairs), at.String())
	})
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	result := tuneResult{Report: r}
	if c.Verify > 0 {
		limits := rules.Limits{MoveTime: c.MoveTime}
		if c.MoveTime == 0 {
			limits = rules.Limits{Nodes: c.Nodes}
		}
		result.Verified, err = tune.Verify(e.ctx, cfg, r, c.Dir, c.Phrase+" verify", c.Verify, limits, func(s match.Standing) {
			stages.Set("verify", int64(s.Counted), int64(s.Most), s.String())
		})
		if err != nil {
			return e.interrupted(err, "the same command goes on from here")
		}
	}
	stages.Close()
	return printTable(e.stdout, c.JSON, result)
}

// Table returns the constants and, if they were verified, the result.
func (r tuneResult) Table() string {
	text := r.Report.Table()
	if v := r.Verified; v != nil {
		text += fmt.Sprintf("\nFound against before: %d games, %.1f %%, Elo %+.0f (95 %%: %+.0f to %+.0f).\n",
			2*v.Estimate.Pairs, 100*v.Estimate.Score, v.Estimate.Elo, v.Estimate.EloLow, v.Estimate.EloHigh)
	}
	return text
}

func (c *tuneCommand) config() (tune.Config, error) {
	cfg := tune.Config{From: search.Main.Constants, Pairs: c.Pairs, Batch: c.Batch, Rate: c.Rate, Nodes: c.Nodes, Phrase: c.Phrase}
	if c.Only != "" {
		cfg.Only = strings.Split(c.Only, ",")
	}
	if c.Pairs > match.MaxPairs || c.Verify < 0 || c.Verify > match.MaxPairs || c.MoveTime < 0 {
		return cfg, usageError{fmt.Errorf("--pairs %d --verify %d --movetime %v: want at most %d pairs and no negative time", c.Pairs, c.Verify, c.MoveTime, match.MaxPairs)}
	}
	if err := cfg.Check(); err != nil {
		return cfg, usageError{err}
	}
	var err error
	if cfg.Workers, err = workerCount(c.Workers); err != nil {
		return cfg, err
	}
	if cfg.Evaluation, err = spec.Load(c.Net); err != nil {
		return cfg, fmt.Errorf("--net: %w", err)
	}
	return cfg, nil
}
