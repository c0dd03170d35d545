package match

import (
	"fmt"
	"slices"
	"strings"

	"jieqi/eval"
)

// Verdict is what a match says so far.
type Verdict struct {
	Match    Manifest      `json:"match"`
	Estimate eval.Estimate `json:"estimate"` // of A's strength against B
	Results  Summary       `json:"results"`  // from A's side
	// Uncounted pairs are finished but come after one that is not: to count them would favour short games.
	Uncounted int    `json:"uncounted"`
	Verdict   string `json:"verdict"` // a_stronger, b_stronger or undecided
	Reason    string `json:"reason"`
}

// The verdicts of a match.
const (
	AStronger = "a_stronger"
	BStronger = "b_stronger"
	Undecided = "undecided"
)

// Judge returns the verdict on the match in dir, finished or not, and changes nothing there.
func Judge(dir string) (*Verdict, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	pairs, err := Read(dir)
	if err != nil {
		return nil, err
	}
	if err := checkDeals(dir, m.Phrase, pairs); err != nil {
		return nil, err
	}
	counted := 0
	for counted < len(pairs) && pairs[counted].Index == counted {
		counted++
	}
	v := &Verdict{Match: m, Results: Summarise(pairs[:counted]), Uncounted: len(pairs) - counted}
	v.Estimate = v.Results.Pairs.Estimate()
	v.decide()
	return v, nil
}

// fewPairs is how many pairs are too few for the normal approximation behind the interval.
const fewPairs = 10

func (v *Verdict) decide() {
	switch e := v.Estimate; {
	case e.Pairs < fewPairs:
		v.Verdict, v.Reason = Undecided, fmt.Sprintf("fewer than %d pairs", fewPairs)
	case e.EloLow > 0:
		v.Verdict, v.Reason = AStronger, "the whole 95 % interval lies above 0 Elo"
	case e.EloHigh < 0:
		v.Verdict, v.Reason = BStronger, "the whole 95 % interval lies below 0 Elo"
	default:
		v.Verdict, v.Reason = Undecided, "the 95 % interval has 0 Elo in it"
	}
}

// Table returns the verdict as text; the last line is the verdict itself.
func (v *Verdict) Table() string {
	var b strings.Builder
	e, s := v.Estimate, v.Results
	fmt.Fprintf(&b, "a: %s\nb: %s\n", describe(v.Match.A, v.Match.AHash, v.Match.ASettings),
		describe(v.Match.B, v.Match.BHash, v.Match.BSettings))
	fmt.Fprintf(&b, "%d games %s: +%d =%d -%d, %.2f %%, Elo %+.1f (95 %%: %+.1f to %+.1f), superior with %.3f\n",
		2*e.Pairs, v.Match.pace(), s.Wins, s.Draws, s.Losses, 100*e.Score, e.Elo, e.EloLow, e.EloHigh, e.LOS)
	fmt.Fprintf(&b, "pairs by points 0, ½, 1, 1½, 2: %v; red won %d; plies %d; reasons: %s\n",
		s.Pairs, s.RedWins, s.Plies, counts(s.Reasons))
	fmt.Fprintf(&b, "deals on which red won both games: %d, black both: %d, one player both: %d\n", s.Colours.Red, s.Colours.Black, s.Colours.Player)
	if v.Uncounted > 0 {
		fmt.Fprintf(&b, "%d pairs come after one that is not finished and do not count yet\n", v.Uncounted)
	}
	b.WriteString(s.A.line(sideA) + s.B.line(sideB))
	fmt.Fprintf(&b, "%s: %s\n", v.Verdict, v.Reason)
	return b.String()
}

func describe(name, hash, settings string) string {
	text := name + " (" + hash + ")"
	if settings != "" {
		text += ", " + settings
	}
	return text
}

// pace says how long the players think.
func (p Manifest) pace() string {
	switch {
	case p.TC != "":
		return "at " + p.TC
	case p.MoveTimeMS > 0:
		return fmt.Sprintf("at %d ms a move", p.MoveTimeMS)
	}
	return fmt.Sprintf("at %d nodes a move", p.Nodes)
}

// line says how one contender behaved.
func (c *Conduct) line(side string) string {
	text := side + ": failures: " + counts(c.Failures)
	if t := c.Time; t != nil {
		text += fmt.Sprintf("; %d moves, %.1f ms on average, %d ms the longest", t.Moves, t.MeanMS, t.LongestMS)
		if t.UnusedMedian != nil {
			text += fmt.Sprintf("; %.1f %% of its time unused in the median long game", 100**t.UnusedMedian)
		}
	}
	if c.Depth > 0 {
		text += fmt.Sprintf("; depth %.1f on average", c.Depth)
	}
	text += "\n"
	if len(c.Lost) > 0 {
		text += side + ": what it expected in the games it lost:"
		for _, m := range c.Lost {
			text += fmt.Sprintf(" move %d %.0f %%,", m.Move, 100*m.Expected)
		}
		text = strings.TrimSuffix(text, ",") + "\n"
	}
	return text
}

// counts lists counts by name.
func counts(by map[string]int) string {
	if len(by) == 0 {
		return "none"
	}
	var words []string
	for name, n := range by {
		words = append(words, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}
