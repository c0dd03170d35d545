package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"jieqi/cmd/internal/games"
	"jieqi/cmd/internal/positions"
	"jieqi/cmd/internal/progress"
	"jieqi/dataset"
)

type dataViewCommand struct {
	chosen
	Largest string `help:"Show the game with the position that has the largest EXPR, in the names of jieqi data dump." placeholder:"EXPR"`
	Ply     *int   `help:"Only the position after so many plies." placeholder:"N"`
	Deal    bool   `help:"Show also what the face-down pieces are, which neither side knows."`
}

func (dataViewCommand) Help() string {
	return `Draws a game, position by position: what Red knows and what Black knows beside each other, each from its own side of the
board, with the identities that it has not seen; then the move, its score in the mover's view, and what each side is told
of it. Without --game and --largest it is the first game.

  jieqi data view runs/quick --game 7 | less
  jieqi data view runs/quick --largest 'abs(swing)'
  jieqi data view runs/quick --game 7 --ply 30 --deal`
}

func (c *dataViewCommand) Run(e *env) error {
	var by *positions.Measure
	if c.Largest != "" {
		var err error
		if by, err = positions.ParseMeasure(c.Largest); err != nil {
			return usageError{fmt.Errorf("--largest %w", err)}
		}
	}
	var q positions.Query
	paths, err := c.find(&q.Choice)
	if err != nil {
		return err
	}
	archive, err := dataset.OpenArchive(paths...)
	if err != nil {
		return err
	}
	defer archive.Close()
	out := bufio.NewWriter(e.stdout)
	block, g, err := c.pick(e, archive, q, by, out)
	if err != nil {
		return err
	}
	view := games.View{Ply: c.Ply, Deal: c.Deal}
	return errors.Join(view.Draw(out, archive.Header(block), g), out.Flush())
}

// pick finds the game to draw, and writes which position has the largest number.
func (c *dataViewCommand) pick(e *env, a *dataset.Archive, q positions.Query, by *positions.Measure, out io.Writer) (int, *dataset.Game, error) {
	if by == nil {
		return games.Find(e.ctx, a, q.Choice)
	}
	stages := progress.NewStages(e.stderr)
	a.Set().Watch = progress.Slow(stages)
	at, err := positions.Largest(e.ctx, a.Set(), q, by)
	stages.Close()
	if err != nil {
		return 0, nil, err
	}
	fmt.Fprintf(out, "%s is largest after %d plies of game %d\n", c.Largest, at.Ply, at.Game)
	g, err := games.At(a, at.Block, at.Game)
	return at.Block, g, err
}
