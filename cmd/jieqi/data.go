package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"jieqi/cmd/internal/progress"
	"jieqi/dataset"
)

type dataCommand struct {
	Verify  dataVerifyCommand  `cmd:"" help:"Replay every game of the shards and check everything."`
	Stats   dataStatsCommand   `cmd:"" help:"Count and draw games, results, reveals, luck, moves."`
	Dump    dataDumpCommand    `cmd:"" help:"Print positions, filter and count them."`
	Games   dataGamesCommand   `cmd:"" help:"Write games: lines to replay, files of a graphical interface."`
	View    dataViewCommand    `cmd:"" help:"Draw a game in the terminal, as both sides knew it."`
	Split   dataSplitCommand   `cmd:"" help:"Copy games into folders of training, validation and gate, by the deal."`
	Merge   dataMergeCommand   `cmd:"" help:"Copy games that several machines played into one folder."`
	Export  dataExportCommand  `cmd:"" help:"Write positions as shuffled records for other trainers."`
	Head    dataHeadCommand    `cmd:"" help:"Show the headers of shards."`
	Repair  dataRepairCommand  `cmd:"" help:"Save the whole blocks of a damaged shard into a new one."`
	Rescore dataRescoreCommand `cmd:"" help:"Search recorded positions again, into new shards."`
}

type dataVerifyCommand struct {
	Paths   []string `arg:"" help:"Folders of shards, or shard files."`
	Workers int      `help:"Games at a time; 0: one a core." default:"0"`
	JSON    bool     `help:"Print one JSON object."`
}

func (dataVerifyCommand) Help() string {
	return `Checks digests, headers, indexes and the manifest; replays each game with the rules and the phrase's deal.

  jieqi data verify runs/quick/rounds/001/selfplay`
}

func (c *dataVerifyCommand) Run(e *env) error {
	workers, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	meter := progress.New(e.stderr, "blocks")
	report, err := dataset.Verify(e.ctx, c.Paths, workers, func(done, total int) {
		meter.Set(int64(done), int64(total), "")
	})
	meter.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(e.stdout, report)
	} else {
		_, err = fmt.Fprintf(e.stdout, "shards %d\nblocks %d\ngames %d\npositions %d\nunscored %d\nfaults %d\ncontent_hash %s\n",
			report.Shards, report.Blocks, report.Games, report.Positions, report.Unscored, report.Faults, report.ContentHash)
	}
	return errors.Join(err, report.Err())
}

type dataHeadCommand struct {
	Paths []string `arg:"" help:"Folders of shards, or shard files."`
}

func (dataHeadCommand) Help() string {
	return `One JSON object a shard: who played its games, under which rules, from which phrase.

  jieqi data head runs/quick/rounds/001/selfplay`
}

func (c *dataHeadCommand) Run(e *env) error {
	set, err := dataset.Open(c.Paths...)
	if err != nil {
		return err
	}
	defer set.Close()
	enc := json.NewEncoder(e.stdout)
	for _, h := range set.Headers() {
		if err := enc.Encode(h); err != nil {
			return err
		}
	}
	return nil
}

type dataRepairCommand struct {
	Damaged string `arg:"" help:"The damaged shard, or the temporary of a shard; it is left as it is."`
	New     string `arg:"" help:"The shard to write."`
}

func (dataRepairCommand) Help() string {
	return `Prints as one JSON object what was saved and what was lost. A damaged header cannot be repaired.

  jieqi data repair old/games-000000000.jqs new/games-000000000.jqs`
}

func (c *dataRepairCommand) Run(e *env) error {
	report, err := dataset.Repair(c.Damaged, c.New)
	if err != nil {
		return err
	}
	return printJSON(e.stdout, report)
}

// printTable prints what there is to read of r, or all of it as JSON.
func printTable(out io.Writer, asJSON bool, r interface{ Table() string }) error {
	if asJSON {
		return printJSON(out, r)
	}
	_, err := fmt.Fprint(out, r.Table())
	return err
}

func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
