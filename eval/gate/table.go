package gate

import (
	"fmt"
	"strings"
)

// Table returns the error rates as text: how often the rule promotes.
func (r *ErrorRates) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "how often this rule promotes (%d simulated gates a cell)\n%10s", r.Runs, "true Elo")
	for _, t := range r.MeanT {
		fmt.Fprintf(&b, "  mean t %+3.0f", t)
	}
	for i, elo := range r.Elo {
		fmt.Fprintf(&b, "\n%+10.0f", elo)
		for _, share := range r.Promote[i] {
			fmt.Fprintf(&b, "%11.1f %%", 100*share)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// Table returns the loss key as text.
func (l *Loss) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "hold-out: %d positions of %d deals", l.Positions, l.Deals)
	if l.Underpowered {
		b.WriteString(" (underpowered)")
	}
	fmt.Fprintf(&b, "\nsquared error against the result: candidate %.5f, incumbent %.5f, t %+.2f\n",
		l.Candidate, l.Incumbent, l.Difference.T)
	fmt.Fprintf(&b, "against half score, half result: difference %+.5f, t %+.2f\n", l.BlendedDiff.Mean, l.BlendedDiff.T)
	return b.String()
}

// Table returns the whole result as text; the last line is the verdict.
func (r *Result) Table() string {
	var b strings.Builder
	e, m := r.Estimate, r.Match
	fmt.Fprintf(&b, "%s against %s\n%s", r.Candidate, r.Incumbent, r.Loss.Table())
	for _, name := range r.Trusted {
		fmt.Fprintf(&b, "on trust: %s does not say all that it was trained on, which may be deals of the hold-out\n", name)
	}
	fmt.Fprintf(&b, "match: %d games, +%d =%d -%d, %.2f %%, Elo %+.1f (95 %%: %+.1f to %+.1f), superior with %.3f\n",
		2*e.Pairs, m.Wins, m.Draws, m.Losses, 100*e.Score, e.Elo, e.EloLow, e.EloHigh, e.LOS)
	fmt.Fprintf(&b, "pairs by points 0, ½, 1, 1½, 2: %v; failed games: %d\n", m.Pairs, m.Failures)
	fmt.Fprintf(&b, "%s: %s\n", r.Verdict, r.Reason)
	return b.String()
}
