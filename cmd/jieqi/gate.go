package main

import (
	"errors"
	"fmt"

	"jieqi/cmd/internal/gateplay"
	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/dataset"
	"jieqi/engine/rules"
	"jieqi/eval/gate"
)

type gateCommand struct {
	Candidate string   `required:"" help:"Network file of the candidate."`
	Incumbent string   `required:"" help:"shipped, hce, material or a network file."`
	Holdout   []string `required:"" help:"Folders of shards; only the gate's share of their deals is read."`
	Phrase    string   `required:"" help:"Phrase that the deals follow from, together with both hashes."`
	Out       string   `required:"" help:"Folder of the gate; a gate that was cut short goes on there."`
	Games     int      `help:"Games of the match, an even number." default:"400"`
	Nodes     uint64   `help:"Nodes of each search." default:"5000"`
	Strict    bool     `help:"Ask for a likelihood of superiority of 0.90 too, and extend an undecided match."`
	GateShare int      `help:"Gate share of the deals, per mille; as in training." default:"20"`
	Trust     bool     `name:"trust-holdout" help:"Take the hold-out although a network does not say all that it was trained on; the result says so."`
	Rules     string   `help:"Rules preset: tiantian or guangdong." default:"tiantian"`
	Workers   int      `help:"Games at a time; 0: one a core." default:"0"`
	JSON      bool     `help:"Print the result as one JSON object."`
}

func (gateCommand) Help() string {
	return `Two keys: the candidate must win the match and predict held-out results better. The exit status is 0 whether
the candidate is promoted or rejected; the last line says which. Deals that either was trained on are no hold-out:
networks say what they were trained on, and what was withheld from them.

  jieqi gate --candidate runs/quick/networks/jq-0123456789ab.nnue --incumbent hce \
    --holdout runs/quick/rounds/001/selfplay --phrase spring --nodes 800 --out /tmp/gate`
}

func (c *gateCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	if err := gate.CheckGames(c.Games); err != nil {
		return usageError{fmt.Errorf("--games: %w", err)}
	}
	if c.Nodes == 0 {
		return usageError{errors.New("--nodes 0: want at least one")}
	}
	preset, err := rules.Preset(c.Rules)
	if err != nil {
		return usageError{fmt.Errorf("--rules: %w", err)}
	}
	split := dataset.Split{Gate: c.GateShare}
	if err := split.Check(); err != nil {
		return usageError{fmt.Errorf("--gate-share %d: %w", c.GateShare, err)}
	}
	if spec.BuiltIn(c.Candidate) {
		return usageError{fmt.Errorf("--candidate %s: the candidate must be a network", c.Candidate)}
	}
	set, err := dataset.Open(c.Holdout...)
	if err != nil {
		return err
	}
	defer set.Close()
	cfg := gate.Config{
		Holdout: gate.Holdout{Set: set, Split: split, Filter: dataset.DefaultFilter},
		Rule:    gate.BareRule(), Phrase: c.Phrase, Trust: c.Trust,
		Rules: preset, Limits: rules.Limits{Nodes: c.Nodes}, Workers: workers,
	}
	if c.Strict {
		cfg.Rule = gate.StrictRule()
	}
	cfg.Rule.Pairs = c.Games / 2
	if cfg.Candidate, err = gateplay.Evaluation(c.Candidate); err != nil {
		return fmt.Errorf("--candidate: %w", err)
	}
	if cfg.Incumbent, err = gateplay.Evaluation(c.Incumbent); err != nil {
		return fmt.Errorf("--incumbent: %w", err)
	}
	return c.play(e, cfg)
}

func (c *gateCommand) play(e *env, cfg gate.Config) error {
	meter := progress.New(e.stderr, "pairs")
	defer meter.Close()
	r, err := gateplay.Run(e.ctx, cfg, c.Out, e.stderr, meter)
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printTable(e.stdout, c.JSON, r)
}
