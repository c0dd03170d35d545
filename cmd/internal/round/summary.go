package round

import (
	"fmt"
	"strconv"
	"strings"

	"jieqi/eval"
	"jieqi/eval/gate"
)

// Summary returns what came of the run in f, one line a round, and how to go on.
func Summary(f Folder) (string, error) {
	v, err := collect(f)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var last *Measured
	for i := range v.Rounds {
		fmt.Fprintf(&b, "round %d: %s\n", v.Rounds[i].Number, v.Rounds[i].outcome())
		if m := v.Rounds[i].Yardstick; m != nil {
			last = m
		}
	}
	if last != nil {
		fmt.Fprintln(&b, last)
	}
	fmt.Fprintf(&b, "for another round: %s\n", f.command("run", "--rounds", strconv.Itoa(len(v.Rounds)+1)))
	if v.Config.Preset == "quick" {
		b.WriteString("for a stronger network: jieqi round run --run runs/standard --preset standard\n")
	}
	return b.String(), nil
}

// outcome says what became of a round's candidate.
func (v *roundView) outcome() string {
	nodes := v.Config.Gate.Nodes
	switch n, g := v.Network, v.Gate; {
	case n == nil:
		return "not finished"
	case n.Refused != "":
		return n.Refusal()
	case g == nil:
		return "not finished"
	case g.Verdict == gate.Promote:
		return fmt.Sprintf("%s beats %s: %s", g.Candidate, g.Incumbent, standing(g.Estimate, nodes))
	default:
		return fmt.Sprintf("%s is rejected against %s: %s; %s", g.Candidate, g.Incumbent, standing(g.Estimate, nodes), g.Reason)
	}
}

// standing says how a match at so many nodes a move came out.
func standing(e eval.Estimate, nodes uint64) string {
	return fmt.Sprintf("%.1f %% of %d games at %d nodes, %+.0f Elo (95 %%: %+.0f to %+.0f)",
		100*e.Score, 2*e.Pairs, nodes, e.Elo, e.EloLow, e.EloHigh)
}
