package main

import (
	"jieqi/cmd/internal/spec"
	"jieqi/engine/bench"
)

type benchCommand struct {
	Net   string `help:"Evaluation: hce or a network file." default:"hce"`
	Depth int    `help:"Plies of each search; 0: the depth of the signature." default:"0"`
}

func (benchCommand) Help() string {
	return `Searches fixed positions to a fixed depth with one thread. The last two lines are "nodes N", which is the
signature of the search's behaviour, and "nps N".

  jieqi bench
  jieqi bench --net runs/quick/networks/jq-0123456789ab.nnue --depth 6`
}

func (c *benchCommand) Run(e *env) error {
	f, err := spec.Load(c.Net)
	if err != nil {
		return err
	}
	depth := c.Depth
	if depth <= 0 {
		depth = bench.DefaultDepth
	}
	_, _, err = bench.RunContext(e.ctx, f, depth, e.stdout)
	return e.cause(err)
}
