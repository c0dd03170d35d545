package main

import (
	"errors"
	"fmt"

	"jieqi/cmd/internal/progress"
	"jieqi/dataset"
	"jieqi/dataset/fixed40"
)

type dataExportCommand struct {
	Paths  []string `arg:"" help:"Folders of shards, shard files, or runs."`
	Out    string   `required:"" help:"New folder for the records." placeholder:"DIR"`
	Format string   `help:"Form of a record: fixed40." default:"fixed40" enum:"fixed40"`
	Phrase string   `help:"Phrase that the order of the records follows from." default:"export"`
	shares
	JSON bool `help:"Print the report, as it is in the folder's export.json."`
}

func (dataExportCommand) Help() string {
	return `A record of 40 bytes for each position that has a score: what the mover knew, move, score, result and flags, all in the
mover's view; docs/formats.md has the layout. Each part of the split has a file, shuffled as a whole. There is no way
back from positions to games.

  jieqi data export games --out records
  jieqi data export runs/quick --format fixed40 --phrase other-order --out records`
}

func (c *dataExportCommand) Run(e *env) error {
	paths, split, err := c.find(c.Paths)
	if err != nil {
		return err
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		return err
	}
	defer set.Close()
	stages := progress.NewStages(e.stderr)
	set.Watch = progress.Slow(stages)
	r, err := fixed40.Export(e.ctx, set, split, c.Phrase, c.Out)
	stages.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, r)
	}
	for _, f := range r.Files {
		_, failed := fmt.Fprintf(e.stdout, "%s positions %d, sha256 %s\n", f.Name, f.Positions, f.SHA256)
		err = errors.Join(err, failed)
	}
	_, failed := fmt.Fprintf(e.stdout, "unscored %d\ncontent_hash %s\n", r.Unscored, r.ContentHash)
	return errors.Join(err, failed)
}
