package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"jieqi/cmd/internal/games"
	"jieqi/dataset"
)

// gamesOutput is how commands write games.
type gamesOutput struct {
	Format string `help:"replay: lines that jieqi replay reads; jieqibox: files of the graphical interface JieqiBox." default:"replay"`
	Out    string `help:"Folder for a file a game, which jieqibox wants." placeholder:"DIR" type:"path"`
}

// write calls each with what writes one game. That there are none is an error.
func (c *gamesOutput) write(e *env, each func(visit func(*games.Game) error) error) error {
	out, n := bufio.NewWriter(e.stdout), 0
	visit, err := c.writer(out)
	if err != nil {
		return err
	}
	err = each(func(g *games.Game) error {
		n++
		return visit(g)
	})
	if err == nil && n == 0 {
		err = errors.New("no such games there")
	}
	return errors.Join(err, out.Flush())
}

func (c *gamesOutput) writer(out io.Writer) (func(*games.Game) error, error) {
	switch {
	case c.Format == "jieqibox" && c.Out != "":
		return games.JieqiBoxFiles(c.Out)
	case c.Format == "replay" && c.Out == "":
		return games.Lines(out), nil
	}
	return nil, usageError{fmt.Errorf("--format %s --out %q: want replay without --out, or jieqibox with it", c.Format, c.Out)}
}

type dataGamesCommand struct {
	chosen
	gamesOutput
}

func (dataGamesCommand) Help() string {
	return `Whole games, moves with everything that either side was told: a line each for jieqi replay, or a file each that JieqiBox
opens, with the positions and scores.

  jieqi data games runs/quick --game 7 | jieqi replay --each
  jieqi data games runs/quick --game 7 --format jieqibox --out games`
}

func (c *dataGamesCommand) Run(e *env) error {
	var choice dataset.Choice
	paths, err := c.find(&choice)
	if err != nil {
		return err
	}
	archive, err := dataset.OpenArchive(paths...)
	if err != nil {
		return err
	}
	defer archive.Close()
	return c.write(e, func(visit func(*games.Game) error) error { return games.OfArchive(e.ctx, archive, choice, visit) })
}
