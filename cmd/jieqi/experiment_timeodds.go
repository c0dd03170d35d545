package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/search"
	"jieqi/eval/match"
	"jieqi/experiments/timeodds"
)

type timeoddsCommand struct {
	Dir     string   `arg:"" help:"Folder of the study, with a match in it for each time; one that was cut short goes on there." type:"path"`
	A       string   `required:"" name:"a" help:"The player: shipped, hce, material, a network file, or uci:COMMAND."`
	B       string   `required:"" name:"b" help:"The fixed opponent."`
	Paces   []string `help:"Times a move with the games at each, TIME:GAMES, separated by commas." default:"100ms:200,300ms:100,1s:50"`
	Phrase  string   `help:"Phrase that the deals follow from; pair i plays deal i." default:"timeodds"`
	Hash    int      `help:"Table of each player in megabytes." default:"16" name:"hash"`
	Workers int      `help:"Games at a time; 0: one for every core less one." default:"0"`
	JSON    bool     `help:"Print the result as one JSON object."`
}

func (timeoddsCommand) Help() string {
	return `Plays the same two players at several times a move, and says by how much the first beats the second at each and how deep
both looked. The table is Markdown; DIR gets timeodds.json and timeodds.svg. Nothing else should run meanwhile.

  jieqi experiment timeodds /tmp/odds --a jq-0123456789ab.nnue --b hce
  jieqi experiment timeodds /tmp/odds --a hce --b 'uci:./PikaJieQi;@dir=/opt/pika' --paces 100ms:40,1s:10`
}

// Run plays what is missing and prints the table.
func (c *timeoddsCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	r, err := timeodds.Run(e.ctx, cfg, c.Dir, func(pace string, s match.Standing) {
		stages.Set(pace, int64(s.Counted), int64(s.Most), s.String())
	})
	stages.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printTable(e.stdout, c.JSON, r)
}

func (c *timeoddsCommand) config() (timeodds.Config, error) {
	cfg := timeodds.Config{Phrase: c.Phrase}
	if c.Hash < 0 || c.Hash > maxHash {
		return cfg, usageError{fmt.Errorf("--hash %d: want 0 to %d MB", c.Hash, maxHash)}
	}
	workers, err := workerCount(c.Workers)
	if err != nil {
		return cfg, err
	}
	if cfg.Workers = workers; c.Workers == 0 {
		cfg.Workers = max(1, workers-1)
	}
	for _, text := range c.Paces {
		p, err := parsePace(text)
		if err != nil {
			return cfg, usageError{fmt.Errorf("--paces: %w", err)}
		}
		cfg.Paces = append(cfg.Paces, p)
	}
	options := engine.Options{HashMB: c.Hash, Threads: 1, Search: search.Main}
	if cfg.A, err = spec.LoadContender(c.A, options); err != nil {
		return cfg, fmt.Errorf("--a: %w", err)
	}
	if cfg.B, err = spec.LoadContender(c.B, options); err != nil {
		return cfg, fmt.Errorf("--b: %w", err)
	}
	return cfg, nil
}

// parsePace reads TIME:GAMES.
func parsePace(text string) (timeodds.Pace, error) {
	before, after, _ := strings.Cut(text, ":")
	d, err := time.ParseDuration(before)
	games, fault := strconv.Atoi(after)
	if err != nil || fault != nil || d < time.Millisecond || d%time.Millisecond != 0 || games < 2 || games%2 != 0 || games > 2*match.MaxPairs {
		return timeodds.Pace{}, fmt.Errorf("%.60q: want a time in whole milliseconds and an even number of games, such as 100ms:200", text)
	}
	return timeodds.Pace{MoveTime: d, Games: games}, nil
}
