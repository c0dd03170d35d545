package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
)

func main() {
	rounds := flag.Int("rounds", 3, "how often everything is measured")
	var o options
	flag.StringVar(&o.program, "jieqi", "bin/jieqi", "the program")
	flag.StringVar(&o.network, "net", "", "a network file, for the search with a network")
	flag.StringVar(&o.peer, "peer", "", "another engine's command, which answers `bench 16 1 13` with nodes a second")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "figures: -rounds: want 1 or more, and no arguments")
		os.Exit(2)
	}
	if err := run(o, *rounds); err != nil {
		fmt.Fprintf(os.Stderr, "figures: %v\n", err)
		os.Exit(1)
	}
}

// options say what is measured.
type options struct{ program, network, peer string }

func run(o options, rounds int) error {
	config, err := os.CreateTemp("", "jieqi-figures-*.toml")
	if err != nil {
		return err
	}
	defer os.Remove(config.Name())
	// Batches as large as those of the benchmark of steps without loading.
	if _, err := config.WriteString("batch = 16384\n"); err != nil {
		return err
	}
	if err := config.Close(); err != nil {
		return err
	}
	m := newMeasurements()
	for round := range rounds {
		for _, s := range sources(o, config.Name()) {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, rounds, s.name)
			if err := s.measure(m); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s, %s/%s, %d cores; kernels %s\n\n", m.words["nnue cpu"], runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		strings.Join(m.kernels(), ", "))
	fmt.Print(table(m))
	return nil
}
