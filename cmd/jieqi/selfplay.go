package main

import (
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/selfplay"
)

type selfplayCommand struct {
	Out      string `required:"" help:"Folder for the shards."`
	Games    int    `required:"" help:"Number of games."`
	Nodes    uint64 `help:"Nodes of each search." default:"5000"`
	Net      string `help:"Evaluation: shipped, hce, material or a network file." default:"shipped"`
	Opponent string `help:"Evaluation that it plays against, as --net; each scores its own moves. Default: itself."`
	Phrase   string `help:"Phrase that deals and openings follow from." default:"selfplay"`
	Salt     string `help:"Salt of the split into training and hold-out deals." default:"jieqi"`
	First    uint64 `help:"Index of the first game; game i plays deal i of the phrase." default:"0"`
	Rules    string `help:"Rules preset: tiantian or guangdong." default:"tiantian"`
	Hash     int    `help:"Table of each side in megabytes." default:"2" name:"hash"`
	Stray    int    `help:"Per mille of the moves after the opening that are drawn at random, once they were searched. The positions they lead to teach a network what searches meet and sensible games do not; their results are not learnt." default:"0"`
	Workers  int    `help:"Games at a time; 0: one a core. The games do not depend on it." default:"0"`
	Resume   bool   `help:"Go on with what the folder holds."`
	JSON     bool   `help:"Print the summary as one JSON object."`
}

func (selfplayCommand) Help() string {
	return `Writes zstd shards of whole games with the score of every search. Finished blocks survive any kill; --resume
goes on after them and ends with the same content hash as an undisturbed run.


  jieqi selfplay --out /tmp/games --games 1000 --nodes 800 --phrase example
  jieqi selfplay --out /tmp/versus --games 1000 --nodes 800 --opponent hce`
}

func (c *selfplayCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	f, err := spec.Load(c.Net)
	if err != nil {
		return err
	}
	cfg := selfplay.Default()
	if c.Opponent != "" {
		opponent, err := spec.Load(c.Opponent)
		if err != nil {
			return fmt.Errorf("--opponent: %w", err)
		}
		cfg.Opponent = &opponent
	}
	cfg.First, cfg.Games, cfg.Phrase, cfg.Salt = c.First, c.Games, c.Phrase, c.Salt
	cfg.Nodes, cfg.Rules, cfg.HashMB, cfg.Resume = c.Nodes, c.Rules, c.Hash, c.Resume
	cfg.Stray, cfg.Generator, cfg.Workers = c.Stray, version.Generator(), workers
	if err := cfg.Check(); err != nil {
		return usageError{err}
	}
	meter := progress.New(e.stderr, "games")
	s, err := selfplay.Run(e.ctx, cfg, f, c.Out, gamesMeter(e, meter))
	meter.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, s)
	}
	_, err = fmt.Fprintf(e.stdout, "games %d\npositions %d\nbytes_per_position %.2f\nnodes_per_s %.0f\n"+
		"adjudicated %d\nplayed_out %d\nmisjudged %d\ncontent_hash %s\n",
		s.Games, s.Positions, s.BytesPerPosition, s.Run.NodesPerS, s.Adjudicated, s.PlayedOut, s.Misjudged, s.ContentHash)
	return err
}

// gamesMeter returns what shows the progress of playing or rescoring games on meter, the memory that
// it takes first.
func gamesMeter(e *env, meter *progress.Meter) func(selfplay.Progress) {
	told := false
	return func(p selfplay.Progress) {
		if !told {
			fmt.Fprintf(e.stderr, "memory: about %d MB\n", p.Memory>>20)
			told = true
		}
		meter.Set(int64(p.Games), int64(p.Total), fmt.Sprintf("%d positions, %.0f nodes/s", p.Positions, p.NodesPerS))
	}
}
