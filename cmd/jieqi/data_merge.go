package main

import (
	"fmt"

	"jieqi/cmd/internal/round"
	"jieqi/dataset"
	"jieqi/dataset/reshard"
	"jieqi/selfplay"
)

type dataMergeCommand struct {
	Paths []string `arg:"" help:"Folders of shards, shard files, or runs; they are left as they are."`
	Out   string   `required:"" help:"New folder for the shards." placeholder:"DIR"`
	JSON  bool     `help:"Print what the folder holds as one JSON object."`
}

func (dataMergeCommand) Help() string {
	return `The games must be of one series: the same program, network, settings, phrase and salt, each index once. They come out
as one machine would have written them, and jieqi selfplay --resume goes on with them. The folder appears when all of it is
written. Games of different series need no merging: all commands take several folders.

One machine plays the first half, another the second:
  jieqi selfplay --out left --games 10000 --phrase spring
  jieqi selfplay --out right --games 10000 --first 10000 --phrase spring
  jieqi data merge left right --out games
A split undone:
  jieqi data merge parts/train parts/validation parts/gate --out games`
}

func (c *dataMergeCommand) Run(e *env) error {
	paths, _, err := round.Shards(c.Paths)
	if err != nil {
		return err
	}
	var m reshard.Merged
	err = copyGames(e, paths, func(a *dataset.Archive) (err error) {
		m, err = reshard.Merge(e.ctx, a, selfplay.Default().ShardGames, c.Out)
		return err
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, m)
	}
	_, err = fmt.Fprintf(e.stdout, "games %d (%d to %d)\nmissing %d\npositions %d\nshards %d\n",
		m.Games, m.First, m.Last, m.Missing, m.Positions, m.Shards)
	return err
}
