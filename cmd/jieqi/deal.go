package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"jieqi/engine/deal"
)

type dealCommand struct {
	Phrase string `required:"" help:"Phrase that the deals follow from."`
	Index  uint64 `help:"Number of the first deal." default:"0"`
	Count  uint64 `help:"How many deals." default:"1"`
}

func (dealCommand) Help() string {
	return `One line a deal, in the form that perft --deal reads. The derivation is described in engine/deal.

  jieqi deal --phrase "spring tournament" --count 3`
}

func (c *dealCommand) Run(e *env) error {
	if c.Count == 0 || c.Index+c.Count < c.Index {
		return usageError{errors.New("--count: want at least 1, and an --index that leaves room for it")}
	}
	source := deal.NewSource(c.Phrase)
	out := bufio.NewWriter(e.stdout)
	for i := range c.Count {
		if e.ctx.Err() != nil {
			break
		}
		fmt.Fprintln(out, source.Deal(c.Index+i))
	}
	return errors.Join(out.Flush(), context.Cause(e.ctx))
}
