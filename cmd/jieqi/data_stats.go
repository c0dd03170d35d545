package main

import (
	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/round"
	"jieqi/dataset"
	"jieqi/dataset/stats"
)

type dataStatsCommand struct {
	Paths []string `arg:"" help:"Folders of shards, shard files, or runs."`
	By    string   `help:"generator: count apart what each network and its settings played; all: together." default:"all" enum:"all,generator"`
	Plots string   `help:"Draw charts of it all, as SVG files, into this folder." placeholder:"DIR"`
	JSON  bool     `help:"Print one JSON object, with all that the charts show."`
}

func (dataStatsCommand) Help() string {
	return `Averages and counts come from the whole of the shards. Deals are counted by the split of the run that the shards are
of; 20 each of 1000 go to gate and validation where they are of none.

"first reveal of red" says how often Red wins by the first piece that it turns up, a chariot for example.
"luck" of a reveal is the mover's expected score by the reply's score, less that by its own score before: see docs/data.md.
"label scale" is the calibration that training fits: a score of so many centipawns is worth 73 %.

  jieqi data stats runs/quick
  jieqi data stats runs/quick/rounds/001/selfplay | grep 'first reveal of red *chariot'
  jieqi data stats runs/quick --by generator --plots charts
  jieqi data stats runs/quick --json | jq .groups[0].luck`
}

func (c *dataStatsCommand) Run(e *env) error {
	paths, split, err := round.Shards(c.Paths)
	if err != nil {
		return err
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		return err
	}
	defer set.Close()
	stages := progress.NewStages(e.stderr)
	set.Watch = progress.Slow(stages)
	r, err := stats.Of(e.ctx, set, split, c.By == "generator")
	stages.Close()
	if err != nil {
		return err
	}
	if c.Plots != "" {
		if err := r.WritePlots(c.Plots); err != nil {
			return err
		}
	}
	return printTable(e.stdout, c.JSON, r)
}
