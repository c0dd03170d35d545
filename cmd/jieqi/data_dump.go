package main

import (
	"errors"
	"fmt"

	"jieqi/cmd/internal/positions"
	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/round"
	"jieqi/dataset"
)

// chosen is which positions or games of which shards a command is about.
type chosen struct {
	Paths []string `arg:"" help:"Folders of shards, shard files, or runs."`
	Game  *uint64  `help:"Only the game of this index." placeholder:"I"`
	Part  string   `help:"Only games of this part of the split: train, validation or gate." placeholder:"PART"`
}

// find returns the shards and tells q which of their games are chosen.
func (c *chosen) find(q *dataset.Choice) (paths []string, err error) {
	q.Game = c.Game
	if c.Part != "" {
		part, err := dataset.ParsePart(c.Part)
		if err != nil {
			return nil, usageError{fmt.Errorf("--part: %w", err)}
		}
		q.Part = &part
	}
	paths, q.Split, err = round.Shards(c.Paths)
	return paths, err
}

type dataDumpCommand struct {
	chosen
	Filter string `help:"Only positions of which this is true." placeholder:"EXPR"`
	Format string `help:"text, jsonl, csv or epd." default:"text"`
	Count  bool   `help:"Count the positions, and how their games ended, instead of printing them." xor:"what"`
	Top    int    `help:"Print only the N positions with the largest --by, the largest first." placeholder:"N" xor:"what"`
	By     string `help:"Number that --top sorts by." placeholder:"EXPR"`
	JSON   bool   `help:"Print what --count found as one JSON object."`
}

func (dataDumpCommand) Help() string {
	return `A line a position, random moves included: the FEN as the mover knew it, the move as the mover was told it, the score and
the expected score in the mover's view, the mover's result (1, 0.5, 0), flags. What is printed is said in the text's first
line, and in each line of jsonl and csv. Training wants the part train.

How many positions between -100 and 100 cp have more than ten face-down pieces?
  jieqi data dump runs/quick --count --filter 'abs(score) <= 100 && face_down > 10'
The moves that changed most, and a game to look at:
  jieqi data dump runs/quick --top 10 --by 'abs(swing)'
  jieqi data view runs/quick --largest 'abs(swing)'
How often does Red win when its first reveal is a chariot?
  jieqi data dump runs/quick --count --filter 'red && reveal && reveals == 0 && turned == "R"'
For another program:
  jieqi data dump runs/quick --part train --filter '!random && !in_check' --format csv > positions.csv

EXPR has the operators && || ! == != < <= > >= + - * / %, in and not in for lists such as ["R", "C"], and functions such as
abs, min, max (all of https://expr-lang.org). A position without a score is not chosen by a filter that asks for one; nor is
one without the next score by a filter that asks for swing. The names:
` + positions.Names()
}

func (c *dataDumpCommand) Run(e *env) error {
	var d positions.Dump
	if err := c.ask(&d); err != nil {
		return usageError{err}
	}
	paths, err := c.find(&d.Choice)
	if err != nil {
		return err
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		return err
	}
	defer set.Close()
	if !isTerminal(e.stdout) || c.Count || c.Top > 0 {
		stages := progress.NewStages(e.stderr)
		defer stages.Close()
		set.Watch = progress.Slow(stages)
	}
	if !c.Count {
		return d.Write(e.ctx, set, e.stdout)
	}
	counted, err := d.Count(e.ctx, set)
	if err != nil {
		return err
	}
	return printTable(e.stdout, c.JSON, counted)
}

// ask compiles what is asked for into d.
func (c *dataDumpCommand) ask(d *positions.Dump) (err error) {
	var known bool
	if d.Format, known = positions.Formats[c.Format]; !known {
		return fmt.Errorf("--format %s: want text, jsonl, csv or epd", c.Format)
	}
	if c.Filter != "" {
		if d.Filter, err = positions.ParseFilter(c.Filter); err != nil {
			return fmt.Errorf("--filter %w", err)
		}
	}
	if c.Top < 0 || c.Top > positions.MaxTop || (c.Top > 0) != (c.By != "") {
		return fmt.Errorf("--top %d: want 1 to %d positions, and --by to sort them", c.Top, positions.MaxTop)
	}
	if c.JSON && !c.Count {
		return errors.New("--json goes with --count; for positions there is --format jsonl")
	}
	d.Top = c.Top
	if c.By != "" {
		if d.By, err = positions.ParseMeasure(c.By); err != nil {
			return fmt.Errorf("--by %w", err)
		}
	}
	return nil
}
