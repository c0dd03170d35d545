package main

import (
	"bufio"
	"errors"
	"fmt"

	"jieqi/cmd/internal/games"
	"jieqi/dataset"
)

// gamesOutput is how commands write games.
type gamesOutput struct {
	Format string `help:"replay: lines that jieqi replay reads; jieqibox: files of the graphical interface JieqiBox." default:"replay"`
	Out    string `help:"Folder for a file a game, which jieqibox wants." placeholder:"DIR" type:"path"`
}

// write calls each with what writes one game.
func (c *gamesOutput) write(e *env, each func(visit func(*games.Game) error) error) error {
	switch {
	case c.Format == "jieqibox" && c.Out != "":
		visit, err := games.JieqiBoxFiles(c.Out)
		if err != nil {
			return err
		}
		return each(visit)
	case c.Format == "replay" && c.Out == "":
		out := bufio.NewWriter(e.stdout)
		return errors.Join(each(games.Lines(out)), out.Flush())
	}
	return usageError{fmt.Errorf("--format %s --out %q: want replay without --out, or jieqibox with it", c.Format, c.Out)}
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
