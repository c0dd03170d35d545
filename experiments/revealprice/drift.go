package revealprice

import (
	"context"
	"fmt"
	"strings"

	"jieqi/dataset"
)

// Drift is what became of a side's own expected score from one of its moves to its next turn, in points; a game that
// ended before counts 100, 50 or 0. Intervals are clustered by game.
type Drift struct {
	Evaluation string        `json:"evaluation"`
	Search     string        `json:"search"`
	Phrase     string        `json:"phrase"`
	Nodes      uint64        `json:"nodes"`
	Games      int           `json:"games"` // of each method
	Methods    []MethodDrift `json:"methods"`
}

// MethodDrift is the drift in games of one method.
type MethodDrift struct {
	Method  string   `json:"method"`
	Reveals Estimate `json:"reveals"`
	Others  Estimate `json:"others"` // moves that reveal nothing
}

// RunDrift plays what is missing in dir of the first games games of each method, and reports on them.
func RunDrift(ctx context.Context, g Games, games int, dir string, progress Progress) (*Drift, error) {
	d := &Drift{Evaluation: g.Evaluation.Name, Search: g.Generator, Phrase: g.Phrase, Nodes: g.Nodes, Games: games}
	for _, m := range methods {
		list, err := g.play(ctx, m, games, dir, progress)
		if err != nil {
			return nil, err
		}
		var reveals, others [][]float64
		for i := range list {
			r, o := drifts(&list[i])
			reveals, others = append(reveals, r), append(others, o)
		}
		d.Methods = append(d.Methods, MethodDrift{m.String(), estimate(reveals), estimate(others)})
	}
	return d, nil
}

// drifts returns the drifts of a game's searched moves.
func drifts(g *dataset.Game) (reveals, others []float64) {
	for i := range g.Plies {
		p := &g.Plies[i]
		if !searched(p) {
			continue
		}
		after := 50 * float64(g.Result.For(mover(i)))
		if i+2 < len(g.Plies) {
			after = points(g.Plies[i+2].Score)
		}
		if off := after - points(p.Score); p.Flags&dataset.Reveal != 0 {
			reveals = append(reveals, off)
		} else {
			others = append(others, off)
		}
	}
	return reveals, others
}

// Table returns the report as a table in Markdown.
func (d *Drift) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Own expected score at the next turn less that at the move, in points; 95 %% intervals by game.\n"+
		"Evaluation %s, %d games of each method at %d nodes a move, phrase %q. Search: %s.\n\n", d.Evaluation, d.Games, d.Nodes, d.Phrase, d.Search)
	b.WriteString("| method | reveals | drift | rms | other moves | drift | rms |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for _, m := range d.Methods {
		fmt.Fprintf(&b, "| `%s` | %d | %s | %.2f | %d | %s | %.2f |\n", m.Method,
			m.Reveals.N, mean(m.Reveals), m.Reveals.RMS, m.Others.N, mean(m.Others), m.Others.RMS)
	}
	return b.String()
}
