package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// row is a figure, what it is compared with, and the least ratio that is wanted of a quiet machine like the first in
// docs/measured.md; 0: none is.
type row struct {
	what    string
	figure  amount
	against string
	other   amount
	wanted  float64
}

// amount is so many of a unit. The zero amount was not measured.
type amount struct {
	value float64
	unit  unit
}

type unit string

const (
	nanoseconds unit = "ns"
	percent     unit = "%"
	positions   unit = "positions/s"
	nodes       unit = "nodes/s"
)

// rows lists the figures.
func rows(m *measurements) []row {
	of := func(name string, u unit) amount {
		if v, ok := m.figures[name]; ok {
			return amount{v, u}
		}
		return amount{}
	}
	set := "no kernel set"
	if sets := m.kernels(); len(sets) > 0 {
		set = sets[0]
	}
	evaluation := func(set string) amount {
		sum := of("nnue Kernels/"+set+"/update-1on-2off-both ns/op", nanoseconds)
		sum.value += m.output(set)
		return sum
	}
	evaluationWanted := amount{200, nanoseconds}
	if set == "avx512" {
		evaluationWanted.value = 110
	}
	training := m.words["loading kernel"]
	step := func(set string) amount { return of("step Step/"+set+"/1 positions/s", positions) }
	samples := of("dataset Samples Msamples/s", positions)
	samples.value *= 1e6
	hce, network, peer := of("hce nps", nodes), of("network nps", nodes), of("peer nps", nodes)
	return []row{
		{"evaluation by a network, " + set, evaluation(set), "wanted", evaluationWanted, 1},
		{"", evaluation(set), "scalar", evaluation("scalar"), 0},
		{"training step without loading, " + training, step(training), "scalar", step("scalar"), 0},
		{"", step(training), "avx2", step("avx2"), 0},
		{"training with loading, one core", of("loading positions_per_s", positions), "without", step(training), 0.75},
		{"training with loading, all threads", of("threads positions_per_s", positions), "one", of("threads scaling 1", positions), 0},
		{"serial part of a step", of("threads serial_percent", percent), "wanted", amount{1.5, percent}, 1},
		{"training waits for samples", of("threads loader_wait_percent", percent), "wanted", amount{1, percent}, 1},
		{"samples by replay, one core", samples, "wanted", amount{3e6, positions}, 1},
		{"inputs of both perspectives", of("features Features/both ns/op", nanoseconds), "wanted", amount{250, nanoseconds}, 1},
		{"jieqi bench, hce", hce, "the other engine", peer, 1},
		{"jieqi bench with a network", network, "the other engine", peer, 1.3},
		{"", network, "hce", hce, 0},
	}
}

// table writes the rows for people.
func table(m *measurements) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "figure\tmeasured\tagainst\t\tratio\twanted")
	for _, r := range rows(m) {
		fmt.Fprintln(w, strings.Join(r.cells(), "\t"))
	}
	w.Flush()
	return b.String()
}

func (r *row) cells() []string {
	ratio, wanted := "–", "–"
	if r.figure.unit != "" && r.other.unit != "" {
		ratio = fmt.Sprintf("%.2f", r.ratio())
	}
	if r.wanted > 0 {
		wanted = fmt.Sprint(r.wanted)
	}
	return []string{r.what, r.figure.String(), r.against, r.other.String(), ratio, wanted}
}

// ratio says how many times better the figure is than the other one.
func (r *row) ratio() float64 {
	if u := r.figure.unit; u == nanoseconds || u == percent {
		const least = 0.01 // of what is measured in nanoseconds or per cent: nothing is infinitely good
		return r.other.value / max(r.figure.value, least)
	}
	return r.figure.value / r.other.value
}

func (a amount) String() string {
	switch {
	case a.unit == "":
		return "not measured"
	case a.value >= 1e6:
		return fmt.Sprintf("%.2f M %s", a.value/1e6, a.unit)
	case a.value >= 1000:
		return fmt.Sprintf("%.1f k %s", a.value/1000, a.unit)
	}
	return fmt.Sprintf("%.3g %s", a.value, a.unit)
}
