package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"jieqi/cmd/internal/cluster"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/shell"
)

type roundCommand struct {
	Play   roundRunCommand    `cmd:"" name:"run" help:"Play rounds: self-play, verify, train, quantise, gate, promote or reject."`
	Status roundStatusCommand `cmd:"" help:"Say where a run stands."`
	Fsck   roundFsckCommand   `cmd:"" help:"Read, hash and replay everything in a run; rebuild what follows from the rest."`
}

type roundRunCommand struct {
	Folder   string  `required:"" name:"run" help:"Folder of the run; a run that was cut short goes on there." type:"path"`
	Preset   *string `help:"Settings of a new run: quick, standard or jqe. The default is quick, or what the run has." xor:"config"`
	Config   string  `help:"TOML file of settings of a new run." type:"path" xor:"config"`
	Champion string  `help:"What plays the first games of a new run: material, hce, shipped or a network file. The settings say it without."`
	Rounds   *int    `help:"Play up to this round. The settings say it without." xor:"end"`
	Forever  bool    `help:"Play rounds until two in a row are rejected." xor:"end"`
	DryRun   bool    `help:"Play nothing: measure this machine for ten seconds and say what a round costs."`
	Keep     int     `help:"Remove games of rounds older than so many, at least the window; 0: keep all." default:"0"`
	JSON     bool    `help:"With --dry-run: print one JSON object."`
	Workers  int     `help:"Games at a time and training threads; 0: one a core." default:"0"`

	hubOptions

	Set []string `help:"Change a setting from the next round on, as KEY=VALUE; may be repeated. Keys are those of run.toml with dots." placeholder:"KEY=VALUE" sep:"none"`
}

func (roundRunCommand) Help() string {
	return `Every stage is done once; a run that was killed goes on where it stopped and makes the same networks.
The report is RUN/report/index.html.

  jieqi round run --run runs/quick --preset quick
  jieqi round run --run runs/long --preset standard --rounds 14
  jieqi round run --run runs/long --preset standard --dry-run
  jieqi round run --run runs/long --forever
  jieqi round run --run runs/long --hub 127.0.0.1:4222
  jieqi round run --run runs/own --champion runs/quick/networks/jq-0123456789ab.nnue
  jieqi round run --run runs/long --rounds 20 --set selfplay.nodes=8000 --set train.passes=6`
}

func (c *roundRunCommand) Run(e *env) error {
	if c.Rounds != nil && *c.Rounds < 1 {
		return usageError{fmt.Errorf("--rounds %d: want at least 1", *c.Rounds)}
	}
	if err := c.hubOptions.check(); err != nil {
		return err
	}
	if c.Keep < 0 {
		return usageError{fmt.Errorf("--keep %d: want at least 1, or 0 for all", c.Keep)}
	}
	var changes []round.Change
	for _, text := range c.Set {
		change, err := round.ParseChange(text)
		if err != nil {
			return asked(err)
		}
		changes = append(changes, change)
	}
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	wanted, err := c.wanted()
	if err != nil {
		return err
	}
	f := round.Folder(c.Folder)
	if c.DryRun {
		return c.estimate(e, wanted, changes, workers)
	}
	cfg, err := round.Settle(f, wanted, c.Champion, changes)
	if err != nil {
		return asked(err)
	}
	rounds := cfg.Rounds
	if c.Rounds != nil {
		rounds = *c.Rounds
	}
	o := round.Options{Workers: workers, Log: e.stderr, Forever: c.Forever, Keep: c.Keep, Set: changes}
	err = c.withHub(e, f, func(h *cluster.Hub) error {
		o.Hub = h
		return round.Run(e.ctx, f, cfg, rounds, o)
	})
	if err != nil {
		return e.interrupted(asked(err), fmt.Sprintf("`%s` goes on from here", shell.Command(c.again(rounds)...)))
	}
	status, err := round.Ask(f)
	if err != nil {
		return err
	}
	summary, err := round.Summary(f)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%sreport %s\n%s", status, f.Report(), summary)
	return err
}

// again returns the command that goes on with the run.
func (c *roundRunCommand) again(rounds int) []string {
	words := append([]string{"jieqi", "round", "run", "--run", c.Folder}, c.hubOptions.words()...)
	if c.Forever {
		return append(words, "--forever")
	}
	return append(words, "--rounds", strconv.Itoa(rounds))
}

// measuring is how long a dry run measures the machine.
const measuring = 10 * time.Second

// estimate says what the next round would cost.
func (c *roundRunCommand) estimate(e *env, wanted *round.Config, changes []round.Change, workers int) error {
	cfg, champion, err := round.Next(round.Folder(c.Folder), wanted, c.Champion, changes)
	if err != nil {
		return asked(err)
	}
	cost, err := round.Estimate(e.ctx, cfg, champion, workers, measuring)
	if err != nil {
		return e.interrupted(err, "nothing was written")
	}
	return printTable(e.stdout, c.JSON, cost)
}

// asked makes a setting that cannot be changed so a mistake of usage.
func asked(err error) error {
	var setting round.SettingError
	if errors.As(err, &setting) {
		return usageError{fmt.Errorf("--set %w", err)}
	}
	return err
}

// wanted returns the settings asked for, nil if none are.
func (c *roundRunCommand) wanted() (*round.Config, error) {
	switch {
	case c.Config != "":
		text, err := readText(c.Config)
		if err != nil {
			return nil, err
		}
		cfg, err := round.ParseConfig(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Config, err)
		}
		return &cfg, nil
	case c.Preset != nil:
		cfg, err := round.Preset(*c.Preset)
		if err != nil {
			return nil, usageError{fmt.Errorf("--preset: %w", err)}
		}
		return &cfg, nil
	}
	return nil, nil
}

type roundStatusCommand struct {
	Folder string `required:"" name:"run" help:"Folder of the run." type:"path"`
	JSON   bool   `help:"Print one JSON object."`
}

func (roundStatusCommand) Help() string {
	return `Tells how far each round has come, which network is champion, whether a process is at work on the run and how far
it is, and the command that goes on; nothing is changed or disturbed.

  jieqi round status --run runs/quick
  jieqi round status --run runs/quick --json`
}

func (c *roundStatusCommand) Run(e *env) error {
	status, err := round.Ask(round.Folder(c.Folder))
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, status)
	}
	_, err = fmt.Fprint(e.stdout, status)
	return err
}
