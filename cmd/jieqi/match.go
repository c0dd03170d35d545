package main

import (
	"errors"
	"fmt"
	"time"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

type matchCommand struct {
	Play    matchRunCommand     `cmd:"" name:"run" help:"Play pairs of games between two players, each pair on one deal with colours swapped."`
	Verdict matchVerdictCommand `cmd:"" help:"Say what a match, finished or not, shows."`
	Games   matchGamesCommand   `cmd:"" help:"Write the games: lines to replay, files of a graphical interface."`
}

// Bounds of what each player may take: maxHash megabytes of table, one for each of two players of every game
// at a time, and maxThreads threads.
const maxHash, maxThreads = 4096, 256

type matchRunCommand struct {
	Dir      string `arg:"" help:"Folder of the match; a match that was cut short, or is to have more pairs, goes on there." type:"path"`
	A        string `required:"" name:"a" help:"First player: shipped, hce, material, a network file, or uci:COMMAND."`
	B        string `required:"" name:"b" help:"Second player."`
	Pairs    int    `required:"" help:"Number of pairs, at most a million."`
	Phrase   string `required:"" help:"Phrase that the deals follow from; pair i plays deal i."`
	TC       string `name:"tc" help:"Clock of each side: seconds for the game and for each move, such as 60+0.6." xor:"limit" group:"Limits, exactly one of which is required:"`
	Nodes    uint64 `help:"Nodes of each search." xor:"limit" group:"Limits, exactly one of which is required:"`
	Movetime int    `help:"Milliseconds of each search." xor:"limit" group:"Limits, exactly one of which is required:"`
	Grace    int    `help:"Milliseconds by which a clock may be overstepped." default:"50"`
	Rules    string `help:"Rules preset: tiantian or guangdong." default:"tiantian"`
	Threads  int    `help:"Search threads of each player." default:"1"`
	Hash     int    `help:"Table of each player in megabytes." default:"16" name:"hash"`
	Workers  int    `help:"Games at a time; 0: one for every --threads cores, or with a time limit for as many cores less one." default:"0"`
	JSON     bool   `help:"Print the verdict as one JSON object."`
}

func (matchRunCommand) Help() string {
	return `An engine that is a program of its own is uci:COMMAND, followed by settings after semicolons: its own UCI
options, and with an @ what this program has to know: @dir=FOLDER to run in, @name=NAME, @zeros=no and
@fields=N for the FENs it reads, @clock=no if it ignores clocks, @patience=10s before it counts as stalled,
@lenient=yes if it may complain when it is given its options. An engine that does not take its options stops the match.
To get ready, after its start and for each new game, it has 20 s, or its patience if that is longer.

  jieqi match run /tmp/match --a hce --b net.nnue --pairs 100 --phrase spring --nodes 5000
  jieqi match run /tmp/pika --a 'uci:jieqi uci' --b 'uci:./PikaJieQi;@dir=/opt/pika;Hash=64' \
    --pairs 100 --phrase pika --movetime 100 --workers 1`
}

// Run plays the match and prints its verdict.
func (c *matchRunCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	meter := progress.New(e.stderr, "pairs")
	_, err = match.Run(e.ctx, cfg, c.Dir, match.Stop{}, func(s match.Standing) {
		meter.Set(int64(s.Counted), int64(s.Most), s.String())
	})
	meter.Close()
	if err != nil {
		return e.interrupted(err, "the same command goes on from here")
	}
	return printMatch(e, c.Dir, c.JSON)
}

func (c *matchRunCommand) config() (match.Config, error) {
	var cfg match.Config
	workers, err := c.workers()
	if err != nil {
		return cfg, err
	}
	if c.Pairs < 1 || c.Pairs > match.MaxPairs || c.Threads < 1 || c.Threads > maxThreads || c.Hash < 0 || c.Hash > maxHash || c.Grace < 0 {
		return cfg, usageError{fmt.Errorf("--pairs %d --threads %d --hash %d --grace %d: want 1 to %d pairs, 1 to %d threads, at most %d MB, and nothing negative",
			c.Pairs, c.Threads, c.Hash, c.Grace, match.MaxPairs, maxThreads, maxHash)}
	}
	if cfg.Rules, err = rules.Preset(c.Rules); err != nil {
		return cfg, usageError{fmt.Errorf("--rules: %w", err)}
	}
	if cfg.Limits, err = c.limits(); err != nil {
		return cfg, usageError{err}
	}
	options := engine.Options{HashMB: c.Hash, Threads: c.Threads, Search: search.Main}
	if cfg.A, err = spec.LoadContender(c.A, options); err != nil {
		return cfg, fmt.Errorf("--a: %w", err)
	}
	if cfg.B, err = spec.LoadContender(c.B, options); err != nil {
		return cfg, fmt.Errorf("--b: %w", err)
	}
	cfg.Pairs, cfg.Phrase, cfg.Workers = c.Pairs, c.Phrase, workers
	if cfg.Limits.Clock != nil {
		cfg.Grace = time.Duration(c.Grace) * time.Millisecond
	}
	return cfg, nil
}

func (c *matchRunCommand) limits() (rules.Limits, error) {
	switch {
	case c.TC != "":
		clock, err := match.ParseTC(c.TC)
		if err != nil {
			return rules.Limits{}, fmt.Errorf("--tc: %w", err)
		}
		return rules.Limits{Clock: clock}, nil
	case c.Movetime > 0:
		return rules.Limits{MoveTime: time.Duration(c.Movetime) * time.Millisecond}, nil
	case c.Movetime == 0 && c.Nodes > 0:
		return rules.Limits{Nodes: c.Nodes}, nil
	}
	return rules.Limits{}, errors.New("want exactly one of --tc, --nodes and --movetime, and that positive")
}

// workers leaves a core free when time counts: for the operating system, and for this program.
func (c *matchRunCommand) workers() (int, error) {
	n, err := workerCount(c.Workers)
	if err != nil || c.Workers > 0 {
		return n, err
	}
	if c.Nodes == 0 {
		n--
	}
	return max(1, n/max(1, c.Threads)), nil
}

type matchVerdictCommand struct {
	Dir  string `arg:"" help:"Folder of the match." type:"path"`
	JSON bool   `help:"Print the verdict as one JSON object."`
}

func (matchVerdictCommand) Help() string {
	return `Counts the pairs up to the first that is not finished, says how both players behaved, and who is stronger if the
95 % interval of the Elo difference leaves no doubt. The last line is the verdict.

  jieqi match verdict /tmp/match`
}

// Run prints the verdict.
func (c *matchVerdictCommand) Run(e *env) error { return printMatch(e, c.Dir, c.JSON) }

func printMatch(e *env, dir string, asJSON bool) error {
	v, err := match.Judge(dir)
	if err != nil {
		return err
	}
	return printTable(e.stdout, asJSON, v)
}
