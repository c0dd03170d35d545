package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
)

type perftCommand struct {
	FEN        string `arg:"" help:"Position, as one argument; 'startpos' for the start."`
	Depth      int    `arg:"" help:"Number of plies."`
	Divide     bool   `help:"Print the count of every first move as well."`
	Deal       string `help:"Identities of the face-down pieces (a0=A,b0=P,…): a reveal is one move." xor:"mode"`
	Identities bool   `help:"Expand a reveal into every identity left in the mover's pool (the default)." xor:"mode"`
}

func (perftCommand) Help() string {
	return `Repetition and the no-capture limit are not applied. The last two lines are "nodes N" and "nps N".

  jieqi perft startpos 3
  jieqi perft startpos 5 --deal "$(jieqi deal --phrase example --index 0)"`
}

func (c *perftCommand) Run(e *env) error {
	pos, mode, err := c.parse()
	if err != nil {
		return err
	}
	begin := time.Now()
	counted := make(chan uint64, 1)
	go func() { counted <- c.count(pos, mode, e.stdout) }()
	var nodes uint64
	select {
	case nodes = <-counted:
	case <-e.ctx.Done():
		return context.Cause(e.ctx)
	}
	nps := float64(nodes) / max(time.Since(begin).Seconds(), 1e-9)
	_, err = fmt.Fprintf(e.stdout, "nodes %d\nnps %.0f\n", nodes, nps)
	return err
}

// count counts, and prints the count of each first move when asked to.
func (c *perftCommand) count(pos *board.Position, mode board.PerftMode, out io.Writer) uint64 {
	if !c.Divide || c.Depth == 0 {
		return board.Perft(pos, c.Depth, mode)
	}
	var nodes uint64
	for _, m := range pos.LegalMoves(nil) {
		n := board.PerftMove(pos, m, c.Depth, mode)
		fmt.Fprintf(out, "%v: %d\n", m, n)
		nodes += n
	}
	return nodes
}

func (c *perftCommand) parse() (*board.Position, board.PerftMode, error) {
	var mode board.PerftMode
	if c.Depth < 0 {
		return nil, mode, usageError{fmt.Errorf("depth %d: want 0 or more", c.Depth)}
	}
	pos, err := parsePosition(c.FEN)
	if err != nil || c.Deal == "" {
		return pos, mode, err
	}
	d, err := deal.ParsePartial(c.Deal)
	if err != nil {
		return nil, mode, fmt.Errorf("--deal: %w", err)
	}
	var given [board.NumPoints]board.Kind
	for pt := range board.NoPoint {
		given[pt] = d.At(pt)
	}
	mode.Given = &given
	return pos, mode, mode.Check(pos)
}

// parsePosition reads a FEN or the word startpos.
func parsePosition(fen string) (*board.Position, error) {
	if fen == "startpos" {
		return board.StartPosition(), nil
	}
	return notation.ParseFEN(fen)
}
