package main

import (
	"errors"
	"fmt"
	"strconv"

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
	Champion string  `help:"What plays the first games of a new run: material, hce or a network file. The settings say it without."`
	Rounds   *int    `help:"Play up to this round. The settings say it without."`
	Workers  int     `help:"Games at a time and training threads; 0: one a core." default:"0"`

	Set []string `help:"Change a setting from the next round on, as KEY=VALUE; may be repeated. Keys are those of run.toml with dots." placeholder:"KEY=VALUE" sep:"none"`
}

func (roundRunCommand) Help() string {
	return `Every stage is done once; a run that was killed goes on where it stopped and makes the same networks.
The report is RUN/report/index.html.

  jieqi round run --run runs/quick --preset quick
  jieqi round run --run runs/long --preset standard --rounds 14
  jieqi round run --run runs/own --champion runs/quick/networks/jq-0123456789ab.nnue
  jieqi round run --run runs/long --rounds 20 --set selfplay.nodes=8000 --set train.passes=6`
}

func (c *roundRunCommand) Run(e *env) error {
	if c.Rounds != nil && *c.Rounds < 1 {
		return usageError{fmt.Errorf("--rounds %d: want at least 1", *c.Rounds)}
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
	cfg, err := round.Settle(f, wanted, c.Champion, changes)
	if err != nil {
		return asked(err)
	}
	rounds := cfg.Rounds
	if c.Rounds != nil {
		rounds = *c.Rounds
	}
	err = round.Run(e.ctx, f, cfg, rounds, round.Options{Workers: workers, Log: e.stderr, Set: changes})
	if err != nil {
		return e.interrupted(asked(err), fmt.Sprintf("`%s` goes on from here",
			shell.Command("jieqi", "round", "run", "--run", c.Folder, "--rounds", strconv.Itoa(rounds))))
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
