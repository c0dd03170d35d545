package tune

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"jieqi/dataset/durable"
)

// Report says where the constants have come to.
type Report struct {
	Evaluation string `json:"evaluation"`
	Hash       string `json:"evaluation_hash"`
	Nodes      uint64 `json:"nodes"` // of each search
	Phrase     string `json:"phrase"`
	Pairs      int    `json:"pairs"`   // that have moved the constants
	Planned    int    `json:"planned"` // pairs
	Rows       []Row  `json:"constants"`
}

// Row is one constant that was looked for.
type Row struct {
	Name  string  `json:"name"`
	From  int     `json:"from"`
	Found int     `json:"found"`
	Exact float64 `json:"exact"` // before it is rounded
	Range [2]int  `json:"range"` // ends included

	column int // among all constants
}

func (r *run) report() *Report {
	rep := &Report{Evaluation: r.cfg.Evaluation.Name, Hash: r.cfg.Evaluation.Hash, Nodes: r.cfg.Nodes, Phrase: r.cfg.Phrase,
		Planned: r.cfg.Pairs}
	if n := len(r.trace); n > 0 {
		rep.Pairs = r.trace[n-1].pairs
	}
	j := 0
	for one := range r.cfg.From.All() {
		if r.walk.steps[j] > 0 {
			rep.Rows = append(rep.Rows, Row{one.Name, *one.Value, int(math.Round(r.walk.at[j])), r.walk.at[j], one.Range, j})
		}
		j++
	}
	return rep
}

// write puts the report and the picture of the walk into dir.
func (r *Report) write(dir string, trace []point) error {
	if err := durable.WriteJSON(filepath.Join(dir, reportName), r); err != nil {
		return fmt.Errorf("report of the run: %w", err)
	}
	svg, err := r.plot(trace)
	if err != nil {
		return fmt.Errorf("plot the run: %w", err)
	}
	if err := durable.WriteFile(filepath.Join(dir, plotName), svg); err != nil {
		return fmt.Errorf("plot of the run: %w", err)
	}
	return nil
}

// Table returns the report as a line that says what was played and a table in Markdown.
func (r *Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d pairs, evaluation %s, %d nodes a move, phrase %q.\n\n", r.Pairs, r.Planned, r.Evaluation, r.Nodes, r.Phrase)
	fmt.Fprintf(&b, "| %-16s | from | found | range       |\n|------------------|-----:|------:|-------------|\n", "constant")
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %-16s | %4d | %5d | %-11s |\n", row.Name, row.From, row.Found, fmt.Sprintf("%d to %d", row.Range[0], row.Range[1]))
	}
	return b.String()
}
