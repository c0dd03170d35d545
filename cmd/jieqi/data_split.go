package main

import (
	"errors"
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/round"
	"jieqi/dataset"
	"jieqi/dataset/reshard"
	"jieqi/selfplay"
)

// shares are those of a split, where they are not to be the run's.
type shares struct {
	GateShare       *int `help:"Gate share of the deals, per mille; without it that of the run, or 20." placeholder:"N"`
	ValidationShare *int `help:"Validation share of the deals, per mille; without it that of the run, or 20." placeholder:"N"`
}

// find returns the shards that paths lead to, and how their deals are split.
func (s *shares) find(paths []string) ([]string, dataset.Split, error) {
	folders, split, err := round.Shards(paths)
	if err != nil {
		return nil, split, err
	}
	if s.GateShare != nil {
		split.Gate = *s.GateShare
	}
	if s.ValidationShare != nil {
		split.Validation = *s.ValidationShare
	}
	if err := split.Check(); err != nil {
		return nil, split, usageError{err}
	}
	return folders, split, nil
}

type dataSplitCommand struct {
	Paths []string `arg:"" help:"Folders of shards, shard files, or runs; they are left as they are."`
	Out   string   `required:"" help:"New folder, for the folders train, validation and gate." placeholder:"DIR"`
	shares
	JSON bool `help:"Print what the folders hold as one JSON object."`
}

func (dataSplitCommand) Help() string {
	return `A game goes where its deal does, by salt and deal alone, as in training: with the same shares, training on train and
validation finds the same samples in them, and the gate's hold-out is gate. The folder appears when all of it is written.

  jieqi data split games --out parts
  jieqi train --data parts/train parts/validation --out train`
}

func (c *dataSplitCommand) Run(e *env) error {
	paths, split, err := c.find(c.Paths)
	if err != nil {
		return err
	}
	var parts reshard.Parts
	err = copyGames(e, paths, func(a *dataset.Archive) (err error) {
		parts, err = reshard.Split(e.ctx, a, split, selfplay.Default().ShardGames, c.Out)
		return err
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, parts)
	}
	for part := range dataset.Part(dataset.NumParts) {
		f := parts.Parts[part.String()]
		_, failed := fmt.Fprintf(e.stdout, "%v games %d, positions %d, shards %d\n", part, f.Games, f.Positions, f.Shards)
		err = errors.Join(err, failed)
	}
	return err
}

// copyGames opens shards and shows how far the work on them is.
func copyGames(e *env, paths []string, work func(*dataset.Archive) error) error {
	a, err := dataset.OpenArchive(paths...)
	if err != nil {
		return err
	}
	defer a.Close()
	stages := progress.NewStages(e.stderr)
	a.Set().Watch = progress.Slow(stages)
	err = work(a)
	stages.Close()
	return err
}
