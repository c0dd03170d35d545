package main

import (
	"errors"
	"fmt"
	"time"

	"jieqi/cmd/internal/crosscheck"
	"jieqi/cmd/internal/progress"
	"jieqi/engine/rules"
)

type refereeCommand struct {
	Random  uint64 `required:"" help:"Number of random games."`
	Phrase  string `help:"Phrase that deals and moves follow from." default:"referee"`
	Rules   string `help:"Rules preset: tiantian or guangdong." default:"tiantian"`
	Workers int    `help:"Games at a time; 0: one a core." default:"0"`
}

func (refereeCommand) Help() string {
	return `Every list of legal moves, every verdict and all three views are derived a second time by the slow
package engine/plain, which shares no code with the rules. Any disagreement is printed; the exit status is then 1.

  jieqi referee --random 1000 --phrase example`
}

func (c *refereeCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	if c.Random == 0 {
		return usageError{errors.New("--random 0: want at least one game")}
	}
	preset, err := rules.Preset(c.Rules)
	if err != nil {
		return usageError{fmt.Errorf("--rules: %w", err)}
	}
	meter := progress.New(e.stderr, "games")
	begin := time.Now()
	s, err := crosscheck.Run(e.ctx, crosscheck.Config{
		Games: c.Random, Phrase: c.Phrase, Workers: workers, Rules: preset,
	}, func(games, moves uint64) { meter.Set(int64(games), int64(c.Random), fmt.Sprintf("%d moves", moves)) })
	meter.Close()
	if s.First != "" {
		fmt.Fprintln(e.stdout, s.First)
	}
	for reason, n := range s.Verdicts {
		if n == 0 {
			continue
		}
		fmt.Fprintf(e.stdout, "%v %d\n", rules.Reason(reason), n)
	}
	fmt.Fprintf(e.stdout, "games %d\nmoves %d\ndisagreements %d\nmoves_per_s %.0f\n",
		s.Games, s.Moves, s.Disagreements, float64(s.Moves)/time.Since(begin).Seconds())
	if err == nil && s.Disagreements > 0 {
		err = errors.New("the two derivations disagree; the first game that shows it is printed above")
	}
	return err
}
