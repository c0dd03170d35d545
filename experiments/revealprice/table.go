package revealprice

import (
	"fmt"
	"strings"
)

// Table returns the report as tables in Markdown.
func (r *Report) Table() string {
	var b strings.Builder
	s := &r.Settings
	fmt.Fprintf(&b, "%d of %d reveals audited to depth %d; evaluation %s, phrase %q, games at %d nodes a move, prices at %d nodes at most.\n",
		r.Reveals, r.Asked, s.Depth, s.Evaluation, s.Phrase, s.GameNodes, s.MostNodes)
	fmt.Fprintf(&b, "Search: %s; switched off: %s.\nPrice less reference, in points, with 95 %% intervals.\n", s.Search, or(s.Off, "nothing"))
	r.errors(&b)
	r.allReveals(&b)
	r.regrets(&b)
	r.identities(&b)
	r.work(&b)
	return b.String()
}

// errors writes the reveals worth more than the best other move, with the floor.
func (r *Report) errors(b *strings.Builder) {
	b.WriteString("\nReveals whose reference exceeds alpha:\n\n| method | reveals | mean error | rms |\n|---|---:|---:|---:|\n")
	for _, m := range r.Methods {
		fmt.Fprintf(b, "| `%s` | %d | %s | %.2f |\n", m.Method, m.N, mean(Estimate{m.N, m.Mean, m.Low, m.High, m.RMS}), m.RMS)
	}
	for _, d := range r.Floor {
		fmt.Fprintf(b, "| floor, all reveals: reference less reference with %s | %d | %s | %.2f |\n", d.Name, d.N, mean(d.Estimate), d.RMS)
	}
}

// allReveals writes the errors of prices above alpha and of fail-lows.
func (r *Report) allReveals(b *strings.Builder) {
	b.WriteString("\nAll reveals, by what the method said; a fail-low is a bound:\n\n" +
		"| method | above alpha | mean error | rms | fail-lows | mean error | rms |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for _, m := range r.Methods {
		fmt.Fprintf(b, "| `%s` | %d | %s | %.2f | %d | %s | %.2f |\n", m.Method,
			m.Above.N, mean(m.Above), m.Above.RMS, m.FailLow.N, mean(m.FailLow), m.FailLow.RMS)
	}
}

// regrets writes what disagreements about beating alpha cost.
func (r *Report) regrets(b *strings.Builder) {
	b.WriteString("\nRegret: |reference − alpha| where price and reference disagree about beating alpha:\n\n" +
		"| method | reveals | wrongly taken | wrongly missed | regret a reveal |\n|---|---:|---:|---:|---:|\n")
	for _, m := range r.Methods {
		fmt.Fprintf(b, "| `%s` | %d | %d | %d | %s |\n", m.Method, m.Regret.N, m.Taken, m.Missed, mean(m.Regret))
	}
}

// identities writes where errors come from.
func (r *Report) identities(b *strings.Builder) {
	b.WriteString("\nWhere the error comes from, on the reveals where the method counted every identity:\n\n" +
		"| method | reveals | from identities worth alpha or less | from the others | error if none were counted below alpha |\n|---|---:|---:|---:|---:|\n")
	for _, m := range r.Methods {
		fmt.Fprintf(b, "| `%s` | %d | %s | %s | %s |\n", m.Method, m.Below.N, mean(m.Below), mean(m.Beyond), mean(m.FailHard))
	}
}

// work writes nodes and times.
func (r *Report) work(b *strings.Builder) {
	fmt.Fprintf(b, "\nWork, relative to `bound` on the reveals that both have priced to depth %d; alpha left out:\n\n"+
		"| method | finished | mean depth | compared on | nodes | time |\n|---|---:|---:|---:|---:|---:|\n", r.Settings.Depth)
	for i, m := range r.Methods {
		fmt.Fprintf(b, "| `%s` | %d | %.1f | %d | %.3f | %.3f |\n", m.Method, m.Finished, m.Depth, m.Common, m.Work, r.Times[i].Relative)
	}
}

// mean writes a mean with its interval, or a dash where there is nothing to say.
func mean(e Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", e.Mean, e.Low, e.High)
}

func or(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}
