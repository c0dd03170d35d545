package trainer

import (
	"fmt"
	"strings"
)

// Text returns the report for people, a dozen or two of lines.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "quantisation of %s, %d hold-out positions\n", r.Network, r.Samples)
	fmt.Fprintf(&b, "%-24s %9s %9s %9s\n", "|float - integer|", "mean", "99.9 %", "max")
	fmt.Fprintf(&b, "%-24s %9.3f %9.3f %9.3f\n", "centipawns", r.Centipawns.Mean, r.Centipawns.P999, r.Centipawns.Max)
	fmt.Fprintf(&b, "%-24s %9.4f %9.4f %9.4f\n", "points of expected score", r.Points.Mean, r.Points.P999, r.Points.Max)
	fmt.Fprintf(&b, "hold-out loss %.6f -> %.6f (%+.3f %%)\n", r.LossFloat, r.LossInteger, 100*r.lossIncrease())
	b.WriteString("largest differences (points, float cp, integer cp, view of the side to move):\n")
	for _, w := range r.Worst {
		fmt.Fprintf(&b, "%7.3f %8.1f %8.1f  %s\n", w.Points, w.Float, w.Integer, w.FEN)
	}
	if r.Trusted {
		b.WriteString("the hold-out was taken on trust: the parameters do not say all that they were trained on\n")
	}
	if len(r.Refusals) == 0 {
		b.WriteString("accepted\n")
	}
	for _, reason := range r.Refusals {
		fmt.Fprintf(&b, "refused: %s\n", reason)
	}
	return b.String()
}
