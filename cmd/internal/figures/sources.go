package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// source is a command that prints measurements. What it prints is kept under its name.
type source struct {
	name    string
	command []string
	oneCore bool // everything on one core, loading of samples too
}

// sources lists what is run in a round. A figure of another part of the program begins here, with a benchmark or a
// command, and ends in a row of table.go.
func sources(o options, config string) []source {
	s := []source{
		{name: "nnue", command: benchmark("./nnue", "Kernels|Evaluator", "100ms")},
		{name: "features", command: benchmark("./nnue/features", "Features/both", "300ms")},
		{name: "dataset", command: benchmark("./dataset", "Samples", "500ms")},
		{name: "step", command: benchmark("./trainer/backprop", "Step/[^/]*/1", "2x"), oneCore: true},
		{name: "loading", command: []string{o.program, "train", "--bench", "--threads", "1", "--config", config}, oneCore: true},
		{name: "threads", command: []string{o.program, "train", "--bench", "--scaling"}},
		{name: "hce", command: []string{o.program, "bench"}},
	}
	if o.network != "" {
		s = append(s, source{name: "network", command: []string{o.program, "bench", "--net", o.network}})
	}
	if o.peer != "" {
		s = append(s, source{name: "peer", command: append(strings.Fields(o.peer), "bench", "16", "1", "13")})
	}
	return s
}

// benchmark runs a package's benchmarks, each for so long or so often.
func benchmark(pkg, which, long string) []string {
	return []string{"go", "test", "-run", "^$", "-bench", which, "-benchtime", long, pkg}
}

// measure runs the source and adds what it prints to m.
func (s *source) measure(m *measurements) error {
	c := exec.Command(s.command[0], s.command[1:]...)
	if s.oneCore {
		c.Env = append(os.Environ(), "GOMAXPROCS=1")
	}
	out, err := c.CombinedOutput()
	if err == nil && m.read(s.name, string(out)) == 0 {
		err = errors.New("it printed no figure")
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(s.command, " "), err, out)
	}
	return nil
}
