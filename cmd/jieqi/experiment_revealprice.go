package main

import (
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/engine/search"
	"jieqi/experiments/revealprice"
)

// auditGames are the flags of both studies of reveals: which games they play.
type auditGames struct {
	Out       string `required:"" help:"Folder of the study; one that was cut short goes on there." type:"path"`
	Net       string `help:"Evaluation: shipped, hce, material or a network file." default:"hce"`
	Phrase    string `help:"Phrase that deals, openings and draws of reveals follow from." default:"reveals"`
	GameNodes uint64 `help:"Nodes of each search in the games." default:"2000"`
	Workers   int    `help:"Games and reveals at a time; 0: one a core. No figure but times depends on it." default:"0"`
	JSON      bool   `help:"Print the result as one JSON object."`
}

func (c *auditGames) games() (revealprice.Games, error) {
	g := revealprice.Games{Generator: version.Generator(), Phrase: c.Phrase, Nodes: c.GameNodes}
	if c.GameNodes < 1 {
		return g, usageError{fmt.Errorf("--game-nodes %d: want at least one", c.GameNodes)}
	}
	var err error
	if g.Workers, err = workerCount(c.Workers); err != nil {
		return g, err
	}
	if g.Evaluation, err = spec.Load(c.Net); err != nil {
		return g, fmt.Errorf("--net: %w", err)
	}
	return g, nil
}

// maxReveals bounds what studies of reveals are asked for: a mistyped number must not keep a machine for years.
const maxReveals = 1_000_000

type revealpriceCommand struct {
	auditGames     `embed:""`
	Reveals        int      `help:"Reveals to audit, at most one a game." default:"72"`
	Depth          int      `help:"Depth of prices, plies; the reference goes as deep." default:"12"`
	MostNodes      uint64   `help:"Nodes at most of one price, and of one identity with star1 inside; what is not finished counts by its deepest iteration." default:"1000000"`
	Star1Reference int      `name:"star1-reference" help:"Search the reference of so many reveals with star1 inside too." default:"72"`
	Off            []string `help:"Switches of the search that the audit does without; the games are played with all."`
}

func (revealpriceCommand) Help() string {
	return `Plays games with each chance method, draws one reveal of each game, prices it by each method and compares with each
identity searched by itself; docs/reveals.md says how. The tables are Markdown; they, a report and charts of the
worst prices lie in the folder too. More reveals are added to those that are there.

  jieqi experiment revealprice --out /tmp/price --reveals 72 --depth 12
  jieqi experiment revealprice --out /tmp/bare --reveals 72 --depth 8 --off null-move,leaf-estimates`
}

// Run audits what is missing and prints the tables.
func (c *revealpriceCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	r, err := revealprice.Run(e.ctx, cfg, c.Out, showStages(stages))
	stages.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printTable(e.stdout, c.JSON, r)
}

func (c *revealpriceCommand) config() (revealprice.Config, error) {
	cfg := revealprice.Config{Reveals: c.Reveals, Depth: c.Depth, MostNodes: c.MostNodes, Star1: c.Star1Reference, Search: search.Main}
	const least, most = 1, 60 // plies
	if c.Reveals < 1 || c.Reveals > maxReveals || c.Depth < least || c.Depth > most || c.MostNodes < 1 {
		return cfg, usageError{fmt.Errorf("--reveals %d --depth %d --most-nodes %d: want 1 to %d reveals, %d to %d plies and at least one node",
			c.Reveals, c.Depth, c.MostNodes, maxReveals, least, most)}
	}
	for _, name := range c.Off {
		if err := cfg.Search.Set(name, false); err != nil {
			return cfg, usageError{fmt.Errorf("--off: %w", err)}
		}
	}
	var err error
	cfg.Games, err = c.games()
	return cfg, err
}

// showStages returns what shows the parts of a study of reveals.
func showStages(stages *progress.Stages) revealprice.Progress {
	return func(what string, done, total int) { stages.Set(what, int64(done), int64(total), "") }
}

type driftCommand struct {
	auditGames `embed:""`
	Games      int `help:"Games of each method." default:"200"`
}

func (driftCommand) Help() string {
	return `Plays games with each chance method and compares a side's own expected score at its next turn with that at its
reveals, and at its other moves. The folder may be that of an audit with the same games.

  jieqi experiment drift --out /tmp/drift --games 200`
}

// Run plays what is missing and prints the table.
func (c *driftCommand) Run(e *env) error {
	if c.Games < 1 || c.Games > maxReveals {
		return usageError{fmt.Errorf("--games %d: want 1 to %d", c.Games, maxReveals)}
	}
	games, err := c.games()
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	d, err := revealprice.RunDrift(e.ctx, games, c.Games, c.Out, showStages(stages))
	stages.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printTable(e.stdout, c.JSON, d)
}
