package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"jieqi/cmd/internal/gateplay"
	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/eval/match"
	"jieqi/eval/uciclient"
	"jieqi/experiments/recipe"
)

type recipeCommand struct {
	Plan       string `arg:"" help:"TOML file of the plan; see docs/recipes.md." type:"path"`
	Store      string `help:"Folder of the stages' outcomes, which plans share, and of the reports." default:"runs/recipe" type:"path"`
	Root       string `help:"Where the plan's relative folders of games begin." default:"." type:"path"`
	LossesOnly bool   `help:"Play no match."`
	DryRun     bool   `help:"Check the plan, and print the stages that are missing instead of doing them."`
	Workers    int    `help:"Games, searches and threads at a time; 0: one a core. No figure depends on it." default:"0"`
	JSON       bool   `help:"Print the result as one JSON object."`
}

func (recipeCommand) Help() string {
	return `Trains each row of a plan, measures its network on one hold-out and lets it play the plan's matches. Outcomes are
kept by the hash of what they depend on, so that rows and plans share what is the same and a study that was
cut short goes on. The table is Markdown; it and the plots lie in STORE/reports/PLAN too.

  jieqi experiment recipe docs/recipes/example.toml --dry-run
  jieqi experiment recipe docs/recipes/example.toml --workers 2`
}

// Run does what is missing and prints the table.
func (c *recipeCommand) Run(e *env) error {
	stages := progress.NewStages(e.stderr)
	study, err := c.open(e.ctx, progress.Slow(stages))
	stages.Close()
	if err != nil {
		return err
	}
	if c.DryRun {
		return c.printMissing(e, study)
	}
	report := filepath.Join(c.Store, "reports", strings.TrimSuffix(filepath.Base(c.Plan), ".toml"))
	show := func(p recipe.Progress) {
		stages.Set(fmt.Sprintf("%d/%d %s", p.Number, p.Of, p.Stage), p.Done, p.Total, p.Note)
	}
	err = study.Run(e.ctx, show, func() error {
		_, err := study.Write(report)
		return err
	})
	stages.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	r, err := study.Write(report)
	if err != nil {
		return err
	}
	return printTable(e.stdout, c.JSON, r)
}

func (c *recipeCommand) open(ctx context.Context, reading func(what string, done, total int)) (*recipe.Study, error) {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return nil, err
	}
	text, err := readText(c.Plan)
	if err != nil {
		return nil, err
	}
	plan, err := recipe.ParsePlan(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Plan, err)
	}
	reference, err := spec.Load(spec.HandCrafted)
	if err != nil {
		return nil, err
	}
	study, err := recipe.Open(ctx, plan, recipe.Setup{
		Reading: reading,
		Root:    c.Root, Store: c.Store, Workers: workers, LossesOnly: c.LossesOnly,
		Reference: reference, Network: spec.Network, Player: studyPlayer, Opponent: studyOpponent,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Plan, err)
	}
	return study, nil
}

func (c *recipeCommand) printMissing(e *env, study *recipe.Study) error {
	missing, err := study.Missing()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, struct {
			Missing []string `json:"missing"`
		}{append([]string{}, missing...)})
	}
	for _, name := range missing {
		fmt.Fprintln(e.stdout, name)
	}
	_, err = fmt.Fprintf(e.stderr, "%d stages are missing\n", len(missing))
	return err
}

// studyPlayer returns a player of this program, as in a gate. Another search plays other games, so it stands in the
// settings.
func studyPlayer(f engine.Factory) match.Contender {
	c, o := gateplay.Contender(f), &gateplay.Options
	c.Settings = fmt.Sprintf("Threads=%d; Hash=%d; signature %s", o.Threads, o.HashMB, bench.Signature())
	return c
}

// studyOpponent returns the player that a plan names. A program of its own is told by its content, arguments and
// options, wherever it lies.
func studyOpponent(text string) (match.Contender, error) {
	command, external := strings.CutPrefix(text, spec.External)
	if !external {
		f, err := spec.Load(text)
		if err != nil {
			return match.Contender{}, err
		}
		return studyPlayer(f), nil
	}
	c, err := spec.LoadContender(text, gateplay.Options)
	if err != nil {
		return c, err
	}
	cfg, err := uciclient.Parse(command)
	if err != nil {
		return c, err
	}
	cfg.Name, cfg.Dir, cfg.Command[0] = "", "", "PROGRAM"
	c.Settings = fmt.Sprintf("%s; by default Threads=%d, Hash=%d", cfg.String(), gateplay.Options.Threads, gateplay.Options.HashMB)
	return c, nil
}
