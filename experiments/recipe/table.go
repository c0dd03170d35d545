package recipe

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table returns the report as Markdown.
func (r *Report) Table() string {
	var b strings.Builder
	if r.Question != "" {
		b.WriteString(r.Question + "\n\n")
	}
	r.writeHoldout(&b)
	r.writeMatches(&b)
	writeTable(&b, r.lines())
	if len(r.Spreads) > 0 {
		b.WriteString("\nFrom seed to seed, mean ± standard deviation:\n\n")
		writeTable(&b, r.spreads())
	}
	if len(r.Correlations) > 0 {
		b.WriteString("\nRank correlation (Spearman) of a loss with Elo; below 0 where better foretelling plays better:\n\n")
		writeTable(&b, r.correlations())
	}
	if r.Missing > 0 {
		fmt.Fprintf(&b, "\n%d stages are still missing.\n", r.Missing)
	}
	return b.String()
}

func (r *Report) writeHoldout(b *strings.Builder) {
	h := r.Holdout
	if h == nil {
		return
	}
	fmt.Fprintf(b, "Losses: mean squared errors of the expected score on %d positions of %d validation deals, games %.12s; K %s",
		h.Positions, h.Deals, h.Content, scalesText(h.Scales))
	if r.DeepScale != nil {
		fmt.Fprintf(b, "; %d searched at %d nodes by %s, K %.1f ± %.1f", h.Drawn, r.DeepNodes, r.Reference, r.DeepScale.K, r.DeepScale.StdErr)
	}
	fmt.Fprintf(b, ". t: against results, less %s's, by deal.\n", r.Reference)
}

func scalesText(scales []Scale) string {
	var words []string
	for _, s := range scales {
		words = append(words, fmt.Sprintf("%.1f ± %.1f for scores of %s", s.K, s.StdErr, s.Generator))
	}
	return strings.Join(words, ", ")
}

func (r *Report) writeMatches(b *strings.Builder) {
	for i, m := range r.Matches {
		fmt.Fprintf(b, "Match %d: %d games at %d nodes against %s (%s), phrase %q.\n", i+1, m.Games, m.Nodes, m.Opponent, m.Hash, r.Phrase)
	}
	if r.Baseline != "" && len(r.Matches) > 0 {
		fmt.Fprintf(b, "Differences are from row %q, paired by deal. Intervals: 95 %%.\n", r.Baseline)
	}
	b.WriteString("\n")
}

// lines returns the cells of the table of rows, its head first.
func (r *Report) lines() [][]string {
	head := []string{"row", "seed", "differs", "samples", "seen", "scores", "deep", "results", "t"}
	for i := range r.Matches {
		n := strconv.Itoa(i + 1)
		head = append(head, "points "+n, "Elo "+n, "difference "+n)
	}
	reference := []string{r.Reference, "", "", "", ""}
	reference = append(reference, lossCells(r.ReferenceIs)...)
	cells := [][]string{head, append(reference, make([]string, len(head)-len(reference))...)}
	for _, l := range r.Lines {
		cells = append(cells, l.cells())
	}
	return cells
}

func (l *Line) cells() []string {
	cells := []string{l.Row, strconv.FormatUint(l.Seed, 10), strings.Join(l.Differs, " "), "", ""}
	if l.Refused != "" {
		cells[2] += " (refused: " + l.Refused + ")"
	}
	if l.Seen > 0 {
		cells[3], cells[4] = millions(l.Samples), millions(l.Seen)
	}
	cells = append(cells, lossCells(l.Losses)...)
	t := ""
	if l.Losses != nil {
		t = fmt.Sprintf("%+.1f", l.T)
	}
	cells = append(cells, t)
	for _, s := range l.Results {
		if s == nil {
			cells = append(cells, "", "", "")
			continue
		}
		e := s.Estimate
		cells = append(cells, fmt.Sprintf("%.1f %%", 100*e.Score), elo(e.Elo, e.EloLow, e.EloHigh), gainCell(s.Gain))
	}
	return cells
}

func lossCells(e *Errors) []string {
	if e == nil {
		return make([]string, len(lossNames))
	}
	var cells []string
	for _, loss := range e.byName() {
		cells = append(cells, fmt.Sprintf("%.5f", loss))
	}
	return cells
}

func elo(mid, low, high float64) string { return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", mid, low, high) }

func gainCell(d *Difference) string {
	if d == nil {
		return ""
	}
	return elo(d.Elo, d.Low, d.High)
}

// millions writes a number of samples.
func millions(n int64) string { return fmt.Sprintf("%.2f M", float64(n)/1e6) }

func (r *Report) spreads() [][]string {
	head := []string{"row", "seeds", "scores", "deep", "results"}
	for i := range r.Matches {
		n := strconv.Itoa(i + 1)
		head = append(head, "Elo "+n, "difference "+n)
	}
	cells := [][]string{head}
	for _, s := range r.Spreads {
		line := []string{s.Row, strconv.Itoa(s.Seeds)}
		for _, m := range []MeanStdDev{s.Scores, s.Deep, s.Result} {
			line = append(line, fmt.Sprintf("%.5f ± %.5f", m.Mean, m.StdDev))
		}
		line = append(line, make([]string, len(head)-len(line))...)
		for _, e := range s.Elo {
			line[5+2*e.Match] = fmt.Sprintf("%+.0f ± %.0f", e.Elo.Mean, e.Elo.StdDev)
			line[6+2*e.Match] = gainCell(e.Gain)
		}
		cells = append(cells, line)
	}
	return cells
}

func (r *Report) correlations() [][]string {
	cells := [][]string{{"loss", "match", "lines", "rho"}}
	for _, c := range r.Correlations {
		cells = append(cells, []string{c.Loss, strconv.Itoa(c.Match + 1), strconv.Itoa(c.Lines), fmt.Sprintf("%+.2f", c.Rho)})
	}
	return cells
}

// writeTable writes cells, the head first, as a table in Markdown with columns of even width.
func writeTable(b *strings.Builder, cells [][]string) {
	width := make([]int, len(cells[0]))
	for _, line := range cells {
		for i, cell := range line {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for n, line := range cells {
		for i, cell := range line {
			fmt.Fprintf(b, "| %s%s ", cell, strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)))
		}
		b.WriteString("|\n")
		if n == 0 {
			for _, w := range width {
				b.WriteString("|" + strings.Repeat("-", w+2))
			}
			b.WriteString("|\n")
		}
	}
}
