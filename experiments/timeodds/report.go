package timeodds

import (
	"fmt"
	"strings"

	"jieqi/eval"
	"jieqi/eval/match"
)

// Report is the result of a study.
type Report struct {
	A       string `json:"a"`
	AHash   string `json:"a_hash"`
	B       string `json:"b"`
	BHash   string `json:"b_hash"`
	Phrase  string `json:"phrase"`
	Workers int    `json:"workers"` // games at a time
	Rows    []Row  `json:"paces"`
}

// Row is the result at one pace, from A's side.
type Row struct {
	MoveTimeMS int64         `json:"movetime_ms"`
	Games      int           `json:"games"`
	Estimate   eval.Estimate `json:"estimate"`
	ADepth     float64       `json:"a_depth"` // mean depth of A's searches in plies, as it reports it; 0: it reports none
	BDepth     float64       `json:"b_depth"`
	Failures   int           `json:"failures"` // attempts at a game in which a player failed
}

func rowOf(p Pace, v *match.Verdict) Row {
	return Row{
		MoveTimeMS: p.MoveTime.Milliseconds(), Games: 2 * v.Estimate.Pairs, Estimate: v.Estimate,
		ADepth: v.Results.A.Depth, BDepth: v.Results.B.Depth, Failures: v.Results.Failures,
	}
}

// Table returns the report as a line that says what was played and a table in Markdown.
func (r *Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s against %s, phrase %q, %d games at a time.\n\n", r.A, r.B, r.Phrase, r.Workers)
	b.WriteString("| a move | games | points |   Elo |    95 % interval | its depth | the other's |\n" +
		"|-------:|------:|-------:|------:|-----------------:|----------:|------------:|\n")
	for _, row := range r.Rows {
		e := row.Estimate
		fmt.Fprintf(&b, "| %3d ms | %5d | %4.1f %% | %+5.0f | %16s | %9.1f | %11.1f |\n", row.MoveTimeMS, row.Games,
			100*e.Score, e.Elo, fmt.Sprintf("%+.0f to %+.0f", e.EloLow, e.EloHigh), row.ADepth, row.BDepth)
	}
	return b.String()
}
