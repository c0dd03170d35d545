package main

import (
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/selfplay"
)

type dataRescoreCommand struct {
	Paths   []string `arg:"" help:"Folders of shards, or shard files; they are left as they are."`
	Out     string   `required:"" help:"Folder for the new shards."`
	Nodes   uint64   `required:"" help:"Nodes of each search."`
	Net     string   `help:"Evaluation: shipped, hce, material or a network file." default:"hce"`
	Sample  int      `help:"How many of each thousand positions are searched; a larger share draws the same and more." default:"1000"`
	Hash    int      `help:"Table in megabytes, emptied before each search." default:"2" name:"hash"`
	Workers int      `help:"Games at a time; 0: one a core. The scores do not depend on it." default:"0"`
	Resume  bool     `help:"Go on with what the folder holds."`
	JSON    bool     `help:"Print the summary as one JSON object."`
}

func (dataRescoreCommand) Help() string {
	return `Replays each game and searches its positions again, as its mover knew them, into new shards that name their
parents. Positions that are not drawn have no score in the copy and are never trained on. Finished blocks survive any kill;
--resume goes on after them and ends with the same content hash as an undisturbed run.

  jieqi data rescore runs/quick/rounds/001/selfplay --nodes 1500 --sample 100 --out /tmp/deeper`
}

func (c *dataRescoreCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	cfg := selfplay.DefaultRescoring()
	cfg.Nodes, cfg.PerMille, cfg.HashMB, cfg.Workers, cfg.Resume = c.Nodes, c.Sample, c.Hash, workers, c.Resume
	if err := cfg.Check(); err != nil {
		return usageError{err}
	}
	f, err := spec.Load(c.Net)
	if err != nil {
		return err
	}
	cfg.Generator = version.Generator()
	meter := progress.New(e.stderr, "games")
	s, err := selfplay.Rescore(e.ctx, cfg, f, c.Paths, c.Out, gamesMeter(e, meter))
	meter.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, s)
	}
	_, err = fmt.Fprintf(e.stdout, "games %d\npositions %d\nunscored %d\nbytes_per_position %.2f\nnodes_per_s %.0f\ncontent_hash %s\n",
		s.Games, s.Positions, s.Plies["unscored"], s.BytesPerPosition, s.Run.NodesPerS, s.ContentHash)
	return err
}
