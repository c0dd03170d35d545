package round

import (
	"fmt"
	"strings"
)

// Status returns as text what the run in f has made so far, and its champion.
func Status(f Folder) (string, error) {
	v, err := collect(f)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range v.Rounds {
		r.status(&b)
	}
	fmt.Fprintf(&b, "champion %s\n", v.Champion)
	return b.String(), nil
}

func (v *roundView) status(b *strings.Builder) {
	fmt.Fprintf(b, "round %d\n", v.Number)
	if s := v.SelfPlay; s != nil {
		fmt.Fprintf(b, "games %d\npositions %d\nbytes_per_position %.2f\n", s.Games, s.Positions, s.BytesPerPosition)
	}
	if t := v.Train; t != nil {
		fmt.Fprintf(b, "holdout_loss %.5f\n", t.BestLoss)
	}
	if n := v.Network; n != nil {
		fmt.Fprintf(b, "network %s\n", n.Name)
	}
	if g := v.Gate; g != nil {
		b.WriteString(g.Table())
	}
	if m := v.Yardstick; m != nil {
		fmt.Fprintln(b, m)
	}
}
