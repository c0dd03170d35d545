package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/quantise"
	"jieqi/dataset/durable"
	"jieqi/nnue"
	"jieqi/trainer"
)

type quantiseCommand struct {
	Checkpoint string   `arg:"" help:"Parameters (.safetensors), such as best.safetensors of a training folder." type:"path"`
	Net        string   `arg:"" help:"Network file to write (.nnue), or a folder, where it is named by its content." type:"path"`
	Holdout    []string `required:"" help:"Folders of shards; only the gate's share of their deals is read."`
	Config     string   `help:"TOML file of the training's settings." type:"path"`
	Preset     string   `help:"Settings of the training: quick or standard." default:"standard"`
	Trust      bool     `name:"trust-holdout" help:"Take the hold-out although the parameters do not say all that they were trained on; the report says so."`
	JSON       bool     `help:"Print the report as one JSON object."`
}

func (quantiseCommand) Help() string {
	return `Proves that no sum can overflow, measures what rounding costs on the hold-out and refuses (exit status 1, no
file) a network that lost too much, and a hold-out whose deals were trained on.

  jieqi quantize /tmp/train/best.safetensors /tmp/nets --holdout runs/quick/rounds/001/selfplay --preset quick`
}

func (c *quantiseCommand) Run(e *env) error {
	train := trainCommand{Config: c.Config, Preset: c.Preset}
	cfg, err := train.config()
	if err != nil {
		return err
	}
	job := quantise.Job{Parameters: c.Checkpoint, Provenance: provenance(filepath.Dir(c.Checkpoint)), Holdout: c.Holdout, Config: cfg, Trust: c.Trust}
	stages := progress.NewStages(e.stderr)
	job.Reading = progress.Slow(stages)
	n, _, report, err := job.Run(e.ctx)
	stages.Close()
	if err != nil {
		return err
	}
	refused := report.Refused()
	if refused == nil { // before the report says that the network is accepted
		path, err := c.write(n)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stderr, "wrote %s\n", path)
	}
	if c.JSON {
		err = printJSON(e.stdout, report)
	} else {
		_, err = fmt.Fprint(e.stdout, report.Text())
	}
	return errors.Join(err, refused)
}

// provenance returns what the training folder says about its parameters, as far as it says anything.
func provenance(dir string) nnue.Provenance {
	if r, err := trainer.ReadResult(dir); err == nil && r != nil {
		return r.Provenance()
	}
	return nnue.Provenance{}
}

func (c *quantiseCommand) write(n *nnue.Network) (string, error) {
	if !strings.HasSuffix(c.Net, nnue.Extension) {
		if err := os.MkdirAll(c.Net, 0o755); err != nil {
			return "", err
		}
		return n.WriteFile(c.Net)
	}
	return c.Net, durable.WriteFile(c.Net, n.Encode())
}
