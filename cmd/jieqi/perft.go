package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"jieqi/cmd/internal/progress"
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
	stages := progress.NewStages(e.stderr)
	slow, moves := progress.Slow(stages), len(pos.LegalMoves(nil))
	var done atomic.Int64
	show := func() { slow("moves", int(done.Load()), moves) }
	show()
	stop := progress.Every(show) // a first move may take minutes
	nodes, err := board.Divide(e.ctx, pos, c.Depth, mode, func(m board.Move, n uint64) {
		if c.Divide {
			fmt.Fprintf(e.stdout, "%v: %d\n", m, n)
		}
		done.Add(1)
	})
	stop()
	stages.Close()
	if err != nil {
		return err
	}
	nps := float64(nodes) / max(time.Since(begin).Seconds(), 1e-9)
	_, err = fmt.Fprintf(e.stdout, "nodes %d\nnps %.0f\n", nodes, nps)
	return err
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
	d, err := deal.Parse(c.Deal)
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
