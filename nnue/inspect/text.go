package inspect

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
)

// Text returns r for people.
func (r Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nweights %s\narchitecture %s (%d parameters)\n", r.Name, r.Weights, r.Architecture, r.Parameters)
	if s := r.Scales; s != nil {
		fmt.Fprintf(&b, "scales dense1 %d, dense2 %d, output %d\n", s.Dense1, s.Dense2, s.Output)
	}
	writeProvenance(&b, r.Provenance)
	writeLineage(&b, r.Provenance.Lineage)
	b.WriteByte('\n')
	table(&b, func(w io.Writer) {
		fmt.Fprintln(w, "tensor\tnumbers\tsmallest\tlargest\tmean size\tzero\tlimit")
		for _, l := range r.Layers {
			writeSpread(w, l.Name+".weight", l.Weights)
			writeSpread(w, l.Name+".bias", l.Biases)
		}
	})
	fmt.Fprintf(&b, "\nneurons, by their weights in every legal position, and on %d positions:\n", r.Positions)
	table(&b, func(w io.Writer) {
		fmt.Fprintln(w, "layer\tneurons\tdead by weights\tfull by weights\tdead\tfull\tactivations 0\tactivations 1")
		for _, l := range r.Layers {
			if n := l.Neurons; n != nil {
				fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%.1f %%\t%.1f %%\n", l.Name, n.Count, some(n.DeadByWeights), some(n.FullByWeights),
					some(n.Dead), some(n.Full), 100*n.ZeroShare, 100*n.FullShare)
			}
		}
	})
	b.WriteString("\nstrength of the inputs (root mean square of an input's weights), those never on in these positions apart:\n")
	table(&b, func(w io.Writer) {
		fmt.Fprintln(w, "side\tkind\tinputs on\tstrength\tnever on")
		for _, g := range r.Inputs {
			fmt.Fprintf(w, "%s\t%s\t%d\t%.4f\t%.4f\n", g.Side, g.Kind, g.Inputs, g.Strength, g.Unseen)
		}
	})
	if c := r.Cost; c != nil {
		fmt.Fprintf(&b, "\nan evaluation here (%s): %.0f ns after a move, %.0f ns anew\n", c.Kernel, c.Move, c.Anew)
	}
	return b.String()
}

// writeProvenance writes what p tells, a line each; nothing is written of what it does not tell.
func writeProvenance(b *strings.Builder, p nnue.Provenance) {
	line := func(name string, value any) {
		if text := factText(value); text != "-" {
			fmt.Fprintf(b, "%s %s\n", name, text)
		}
	}
	line("run", p.Run)
	line("parents", strings.Join(p.Parents, ", "))
	line("data", p.DataHash)
	line("config", p.ConfigHash)
	line("samples", p.Samples)
	line("seed", p.Seed)
	line("label scale", p.LabelScale)
	if p.Lambda != [2]float64{} {
		fmt.Fprintf(b, "lambda %g to %g\n", p.Lambda[0], p.Lambda[1])
	}
	for _, name := range slices.Sorted(maps.Keys(p.Notes)) {
		fmt.Fprintf(b, "note %q: %q\n", name, p.Notes[name])
	}
}

func writeLineage(b *strings.Builder, l lineage.Lineage) {
	switch {
	case l.IsZero():
		b.WriteString("lineage: the file does not say what it was trained on\n")
		return
	case l.Complete && len(l.Data) == 0:
		b.WriteString("lineage: never trained on games\n")
		return
	case !l.Complete:
		b.WriteString("lineage: not all that it was trained on\n")
	}
	for _, d := range l.Data {
		fmt.Fprintf(b, "trained on deals of %q, split by %q: withheld for the gate %d, for validation %d of 1000\n",
			d.Phrases, d.Salts, d.Gate, d.Validation)
	}
}

func writeSpread(w io.Writer, name string, s Spread) {
	limit := "-"
	if s.Limit > 0 {
		limit = fmt.Sprintf("±%.4g", s.Limit)
	}
	fmt.Fprintf(w, "%s\t%d\t%.4f\t%.4f\t%.4f\t%.1f %%\t%s\n", name, s.Count, s.Min, s.Max, s.Mean, 100*s.Zero, limit)
}

// some writes how many numbers a list has, and the first few.
func some(list []int) string {
	const most = 4
	if len(list) == 0 {
		return "0"
	}
	text := strings.Trim(fmt.Sprint(list[:min(most, len(list))]), "[]")
	if len(list) > most {
		text += " …"
	}
	return fmt.Sprintf("%d (%s)", len(list), text)
}

// table aligns the columns of what rows writes, cells ending with tabs.
func table(b *strings.Builder, rows func(w io.Writer)) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	rows(w)
	w.Flush() // a strings.Builder takes everything
}

// Text returns d for people.
func (d Diff) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A %s\nB %s\n", d.A, d.B)
	if d.SameWeights {
		b.WriteString("their weights are the same\n")
	}
	for _, f := range d.Facts {
		fmt.Fprintf(&b, "%s: A %s, B %s\n", f.Name, f.A, f.B)
	}
	b.WriteByte('\n')
	table(&b, func(w io.Writer) {
		fmt.Fprintln(w, "tensor\tnumbers\tdifferent\tmean difference\tlargest\tmean size in A")
		for _, t := range d.Tensors {
			fmt.Fprintf(w, "%s\t%d\t%d\t%.5f\t%.5f\t%.5f\n", t.Name, t.Count, t.Different, t.Mean, t.Max, t.Size)
		}
	})
	b.WriteString("\nevaluations, centipawns of the side to move:\n")
	table(&b, func(w io.Writer) {
		fmt.Fprintln(w, "sample\tpositions\tmean difference\tlargest\tB above A\tother side better\tmean size in A")
		for _, e := range d.Evaluations {
			fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%+.1f\t%d\t%.1f\n", e.Sample, e.Positions, e.Mean, e.Max, e.Bias, e.Sides, e.Size)
		}
	})
	for _, e := range d.Evaluations {
		if e.Max > 0 {
			fmt.Fprintf(&b, "most apart, %s: %s: A %+.1f, B %+.1f\n", e.Sample, e.FEN, e.WorstA, e.WorstB)
		}
	}
	return b.String()
}
