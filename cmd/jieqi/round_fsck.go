package main

import (
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/round"
)

type roundFsckCommand struct {
	Folder  string `required:"" name:"run" help:"Folder of the run." type:"path"`
	Workers int    `help:"Games replayed at a time; 0: one a core." default:"0"`
	JSON    bool   `help:"Print one JSON object."`
}

func (roundFsckCommand) Help() string {
	return `Replays the games of all rounds, reads and hashes all networks, parameters, journals and outcomes, and compares them with the
registry. The champion's name and the report are written anew. A line "damaged" says what is wrong, where, and what
to remove and what that costs; nothing is removed. Exit status 1 if there is one. Nobody else may be at work on the run.

  jieqi round fsck --run runs/quick
  jieqi round fsck --run runs/quick --json`
}

func (c *roundFsckCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	found, err := round.Inspect(e.ctx, round.Folder(c.Folder), workers, func(n, done, total int) {
		stages.Set(fmt.Sprintf("round %d, games", n), int64(done), int64(total), "")
	})
	stages.Close()
	if err != nil {
		return e.interrupted(err, "nothing was changed")
	}
	if c.JSON {
		err = printJSON(e.stdout, found)
	} else {
		_, err = fmt.Fprint(e.stdout, found)
	}
	if err != nil {
		return err
	}
	return found.Err()
}
