package main

import (
	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/engine/uci"
)

type uciCommand struct {
	Net string `help:"Evaluation to begin with: shipped, hce, material or a network file; EvalFile changes it." default:"shipped"`
}

func (uciCommand) Help() string {
	return `Speaks UCI on standard input and output, for graphical interfaces and match runners.

  printf 'position startpos\ngo nodes 10000\n' | jieqi uci`
}

func (c *uciCommand) Run(e *env) error {
	s := uci.Server{In: e.stdin, Out: e.stdout, Name: "jieqi " + version.Version(), Load: spec.Load, Default: c.Net}
	return s.Run(e.ctx)
}
