package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"jieqi/dataset/durable"
	"jieqi/engine/bench"
	"jieqi/nnue"
	"jieqi/nnue/inspect"
	"jieqi/trainer"
)

type netCommand struct {
	Show netShowCommand `cmd:"" help:"What a network was made of, and what its weights and neurons are like."`
	Diff netDiffCommand `cmd:"" help:"In what two networks differ: their making, their weights, what they evaluate."`
}

// lookedAt says on which positions networks are looked at, beside those of the bench.
type lookedAt struct {
	Positions int    `help:"Positions of random play, beside those that bench searches." default:"2000"`
	Phrase    string `help:"Phrase that the random play follows from." default:"jieqi net"`
	JSON      bool   `help:"Print one JSON object."`
}

// mostPositions keeps the sample in memory.
const mostPositions = 1_000_000

// samples draws the positions.
func (l *lookedAt) samples() ([]inspect.Sample, error) {
	positions, err := bench.Positions()
	if err != nil {
		return nil, err
	}
	random, err := inspect.RandomPlay(l.Phrase, l.Positions)
	return []inspect.Sample{{Name: "bench", Positions: positions}, random}, err
}

// Validate refuses more positions than are worth looking at.
func (l *lookedAt) Validate() error {
	if l.Positions > mostPositions {
		return fmt.Errorf("--positions: want at most %d", mostPositions)
	}
	return nil
}

// model reads a network, or parameters with what their folder says of the training.
func model(path string) (*inspect.Model, error) {
	if strings.HasSuffix(path, nnue.Extension) {
		n, err := nnue.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return inspect.OfNetwork(n), nil
	}
	p, err := trainer.LoadParams(path)
	if err != nil {
		return nil, err
	}
	m, err := inspect.OfParams(p, provenance(filepath.Dir(path)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

type netShowCommand struct {
	File     string `arg:"" help:"Network (.nnue), or parameters or a checkpoint of a training (.safetensors)." type:"path"`
	Picture  string `help:"Draw each input's strength by kind and point into this file, as SVG." type:"path" placeholder:"FILE.svg"`
	lookedAt `embed:""`
}

func (netShowCommand) Help() string {
	return `A neuron that is dead by its weights is 0 in every legal position, a full one 1. What neurons do else is counted on the
bench's positions and on random play. The cost of an evaluation is measured here and now.

  jieqi net show runs/quick/networks/jq-0123456789ab.nnue
  jieqi net show train/best.safetensors --picture first-layer.svg
  jieqi net show --json net.nnue | jq '.layers[0].neurons.dead'`
}

func (c *netShowCommand) Run(e *env) error {
	m, err := model(c.File)
	if err != nil {
		return err
	}
	samples, err := c.samples()
	if err != nil {
		return err
	}
	if c.Picture != "" {
		if err := durable.WriteFile(c.Picture, []byte(inspect.Picture(m, samples...))); err != nil {
			return err
		}
		fmt.Fprintf(e.stderr, "wrote %s\n", c.Picture)
	}
	return printReport(e, c.JSON, inspect.Show(m, samples...))
}

type netDiffCommand struct {
	A        string `arg:"" help:"Network (.nnue) or parameters (.safetensors)." type:"path"`
	B        string `arg:"" help:"Another." type:"path"`
	lookedAt `embed:""`
}

func (netDiffCommand) Help() string {
	return `Weights are compared in float, so that a network stands beside the parameters it was made from.

  jieqi net diff runs/quick/networks/jq-0123456789ab.nnue runs/quick/networks/jq-ba9876543210.nnue
  jieqi net diff train/best.safetensors nets/jq-0123456789ab.nnue
  jieqi net diff --json a.nnue b.nnue | jq .evaluations`
}

func (c *netDiffCommand) Run(e *env) error {
	a, err := model(c.A)
	if err != nil {
		return err
	}
	b, err := model(c.B)
	if err != nil {
		return err
	}
	samples, err := c.samples()
	if err != nil {
		return err
	}
	return printReport(e, c.JSON, inspect.Compare(a, b, samples...))
}

// printReport prints r for people, or as JSON.
func printReport(e *env, asJSON bool, r interface{ Text() string }) error {
	if asJSON {
		return printJSON(e.stdout, r)
	}
	_, err := fmt.Fprint(e.stdout, r.Text())
	return err
}
