package main

import (
	"fmt"
	"strings"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/eval/match"
	"jieqi/experiments/ablate"
)

type ablateCommand struct {
	Dir     string   `arg:"" help:"Folder of the study, with a match in it for each contestant; one that was cut short goes on there." type:"path"`
	Only    []string `help:"Contestants, separated by commas: switches of the search, base, bound, star1. Default: all." sep:"none"`
	Net     string   `help:"Evaluation of both sides: shipped, hce, material or a network file." default:"hce"`
	Pairs   int      `help:"Pairs of games against each contestant." default:"200"`
	Nodes   uint64   `help:"Nodes of each search." default:"5000"`
	Phrase  string   `help:"Phrase that the deals follow from; pair i plays deal i." default:"ablate"`
	Workers int      `help:"Games at a time; 0: one a core." default:"0"`
	JSON    bool     `help:"Print the result as one JSON object."`
}

func (ablateCommand) Help() string {
	return `The full search plays pairs of games against itself with one switch off, against base (every switch off) and
against itself with the chance methods bound and star1. A positive Elo says that the switch earns its place. A
contestant that was given more pairs keeps them. The table is Markdown.

  jieqi experiment ablate /tmp/worth --pairs 500 --nodes 2000
  jieqi experiment ablate /tmp/worth --only null-move,iir --pairs 2000 --nodes 2000`
}

// Run plays what is missing and prints the table.
func (c *ablateCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	r, err := ablate.Run(e.ctx, cfg, c.Dir, showVariants(stages))
	stages.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printTable(e.stdout, c.JSON, r)
}

func (c *ablateCommand) config() (ablate.Config, error) {
	cfg := ablate.Config{Pairs: c.Pairs, Nodes: c.Nodes, Phrase: c.Phrase}
	if c.Pairs < 1 || c.Pairs > match.MaxPairs || c.Nodes < 1 {
		return cfg, usageError{fmt.Errorf("--pairs %d --nodes %d: want 1 to %d pairs and at least one node", c.Pairs, c.Nodes, match.MaxPairs)}
	}
	var err error
	if cfg.Workers, err = workerCount(c.Workers); err != nil {
		return cfg, err
	}
	if cfg.Variants, err = ablate.Select(c.only()); err != nil {
		return cfg, usageError{fmt.Errorf("--only: %w", err)}
	}
	if cfg.Evaluation, err = spec.Load(c.Net); err != nil {
		return cfg, fmt.Errorf("--net: %w", err)
	}
	return cfg, nil
}

// only returns the names given; an empty one is kept, so that it is refused and does not mean all.
func (c *ablateCommand) only() []string {
	var names []string
	for _, list := range c.Only {
		names = append(names, strings.Split(list, ",")...)
	}
	return names
}

// showVariants returns what shows the matches of variants.
func showVariants(stages *progress.Stages) ablate.Progress {
	return func(variant string, s match.Standing) {
		r := s.Results.Estimate()
		stages.Set(variant, int64(s.Counted), int64(s.Most), fmt.Sprintf("%s, Elo %+.0f (95 %%: %+.0f to %+.0f)", s, r.Elo, r.EloLow, r.EloHigh))
	}
}
