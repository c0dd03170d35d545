package main

import (
	"fmt"

	"jieqi/cmd/internal/spec"
	"jieqi/engine"
)

type evalCommand struct {
	FEN string `arg:"" help:"Position, as one argument; 'startpos' for the start."`
	Net string `help:"Evaluation: shipped, hce, material or a network file." default:"shipped"`
}

func (evalCommand) Help() string {
	return `Draws the board with what each piece is worth where it stands, and the value in both views.

  jieqi eval startpos`
}

func (c *evalCommand) Run(e *env) error {
	pos, err := parsePosition(c.FEN)
	if err != nil {
		return err
	}
	f, err := spec.Load(c.Net)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, engine.Explain(f, pos))
	return err
}
