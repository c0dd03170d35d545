package main

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// measurements are what the sources have printed, by name of the source and of the figure: "hce nps".
type measurements struct {
	figures map[string]float64 // the best of each
	words   map[string]string  // the newest of each: "loading kernel"
}

func newMeasurements() *measurements {
	return &measurements{figures: map[string]float64{}, words: map[string]string{}}
}

// The lines that are read.
var (
	benchmarkLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`) // of go test: name, times run, figures
	figure        = regexp.MustCompile(`([\d.]+(?:e[+-]?\d+)?) (\S+)`)            // in it: value, unit
	stableLine    = regexp.MustCompile(`^([a-z_]+|scaling \d+) ([\d.]+)$`)        // of jieqi: name, value
	wordLine      = regexp.MustCompile(`^(kernel|cpu):? (.+)$`)                   // of jieqi and of go test
	peerLine      = regexp.MustCompile(`(?i)^nodes/second\s*:\s*(\d+)`)           // of engines like Stockfish
)

// read adds the figures in the output of a source, and returns how many it found.
func (m *measurements) read(source, output string) int {
	found := 0
	keep := func(name, value string) {
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			m.keep(source+" "+name, v)
			found++
		}
	}
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if b := benchmarkLine.FindStringSubmatch(line); b != nil {
			for _, f := range figure.FindAllStringSubmatch(b[2], -1) {
				keep(b[1]+" "+f[2], f[1])
			}
		} else if s := stableLine.FindStringSubmatch(line); s != nil {
			keep(s[1], s[2])
		} else if p := peerLine.FindStringSubmatch(line); p != nil {
			keep("nps", p[1])
		} else if w := wordLine.FindStringSubmatch(line); w != nil {
			m.words[source+" "+w[1]] = w[2]
		}
	}
	return found
}

// keep notes the best figure: the least of what is counted in nanoseconds or per cent, the most of everything else.
func (m *measurements) keep(name string, v float64) {
	old, known := m.figures[name]
	fewer := strings.HasSuffix(name, " ns/op") || strings.HasSuffix(name, "_percent")
	if !known || fewer == (v < old) {
		m.figures[name] = v
	}
}

// kernels lists the sets of inference that were measured, the fastest first.
func (m *measurements) kernels() []string {
	var sets []string
	for name := range m.figures {
		if set, ok := strings.CutSuffix(strings.TrimPrefix(name, "nnue Kernels/"), "/output ns/op"); ok {
			sets = append(sets, set)
		}
	}
	slices.SortFunc(sets, func(a, b string) int { return cmp.Compare(m.output(a), m.output(b)) })
	return sets
}

// output is what the output layers take on a set, in ns.
func (m *measurements) output(set string) float64 {
	return m.figures["nnue Kernels/"+set+"/output ns/op"]
}
