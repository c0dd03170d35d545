package main

import (
	"fmt"

	"jieqi/cmd/internal/spec"
	"jieqi/engine/bench"
	"jieqi/engine/score"
)

// maxDepth is as far as a search looks.
const maxDepth = score.MaxPly - 1

type benchCommand struct {
	Net     string `help:"Evaluation: shipped, hce, material or a network file." default:"hce"`
	Threads int    `help:"Search threads; with more than one the nodes differ from run to run." default:"1"`
	Depth   int    `help:"Plies of each search; 0: the depth of the signature." default:"0"`
}

func (benchCommand) Help() string {
	return `Searches fixed positions to a fixed depth. The last two lines are "nodes N", which with one thread is the
signature of the search's behaviour, and "nps N".

  jieqi bench
  jieqi bench --net shipped
  jieqi bench --net runs/quick/networks/jq-0123456789ab.nnue --depth 6
  jieqi bench --threads 2 --depth 11`
}

func (c *benchCommand) Run(e *env) error {
	if c.Threads < 1 || c.Threads > maxThreads {
		return usageError{fmt.Errorf("--threads %d: want 1 to %d", c.Threads, maxThreads)}
	}
	if c.Depth < 0 || c.Depth > maxDepth {
		return usageError{fmt.Errorf("--depth %d: want 0 to %d", c.Depth, maxDepth)}
	}
	f, err := spec.Load(c.Net)
	if err != nil {
		return err
	}
	depth := c.Depth
	if depth == 0 {
		depth = bench.DefaultDepth
	}
	_, _, err = bench.Run(e.ctx, f, depth, c.Threads, e.stdout)
	return err
}
