package ablate

import (
	"fmt"
	"strings"

	"jieqi/eval"
	"jieqi/eval/match"
)

// Report is the result of a study.
type Report struct {
	Evaluation string `json:"evaluation"`
	Hash       string `json:"evaluation_hash"`
	Signature  uint64 `json:"signature"` // nodes of `jieqi bench` with this evaluation, at a small depth
	Nodes      uint64 `json:"nodes"`     // of each search
	Phrase     string `json:"phrase"`
	Rows       []Row  `json:"contestants"`
}

// Row is the result against one variant, from Main's side: a positive Elo says that the switch earns its
// place.
type Row struct {
	Contestant string        `json:"contestant"` // name of the variant
	Games      int           `json:"games"`
	Estimate   eval.Estimate `json:"estimate"`
	Pairs      eval.Pairs    `json:"pairs_by_half_points"`
	Failures   int           `json:"failures"` // attempts at a game in which a player failed
}

func rowOf(name string, v *match.Verdict) Row {
	return Row{
		Contestant: name, Games: 2 * v.Estimate.Pairs, Estimate: v.Estimate,
		Pairs: v.Results.Pairs, Failures: v.Results.Failures,
	}
}

// Table returns the report as a paragraph that says what was played and a table in Markdown.
func (r *Report) Table() string {
	const head = "contestant"
	width := len(head)
	for _, row := range r.Rows {
		width = max(width, len(row.Contestant))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The full search against itself without the switch (or with another method, or as base): its points and Elo.\n"+
		"Evaluation %s, %d nodes a move, phrase %q, signature %d.\n\n", r.Evaluation, r.Nodes, r.Phrase, r.Signature)
	fmt.Fprintf(&b, "| %-*s | games | points |   Elo |      95 %% interval |\n", width, head)
	fmt.Fprintf(&b, "|%s|------:|-------:|------:|-------------------:|\n", strings.Repeat("-", width+2))
	for _, row := range r.Rows {
		e := row.Estimate
		fmt.Fprintf(&b, "| %-*s | %5d | %4.1f %% | %+5.0f | %18s |\n", width, row.Contestant, row.Games,
			100*e.Score, e.Elo, fmt.Sprintf("%+.0f to %+.0f", e.EloLow, e.EloHigh))
	}
	return b.String()
}
