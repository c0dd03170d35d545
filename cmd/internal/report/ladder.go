package report

import (
	"fmt"
	"math"

	"jieqi/eval"
)

// Try is one candidate's gate.
type Try struct {
	Round     int
	Candidate string
	Incumbent string
	Estimate  eval.Estimate
	Promoted  bool
}

// Measured is one champion's match against an evaluation that never changes.
type Measured struct {
	Round    int
	Champion string
	Opponent string
	Nodes    uint64
	Estimate eval.Estimate
}

// Ladder draws how strong candidates were against those they challenged, and what that comes to over the run's first
// champion: Elo added up along promotions, with intervals that widen accordingly. Matches against the yardstick are drawn as they
// were measured.
func Ladder(first string, tries []Try, yardstick []Measured) ([]Chart, error) {
	var charts []Chart
	add := func(c *Chart, err error) error {
		if c != nil {
			charts = append(charts, *c)
		}
		return err
	}
	against := map[string][]Bar{}
	var incumbents []string
	for _, t := range tries {
		name := "against " + t.Incumbent
		if against[name] == nil {
			incumbents = append(incumbents, name)
		}
		against[name] = append(against[name], bar(t.Round, t.Estimate))
	}
	if err := add(Intervals("Candidates against their incumbents", "round", "Elo", against, incumbents)); err != nil {
		return nil, err
	}
	c, err := Intervals("Champions over "+first, "round", "Elo", map[string][]Bar{"added up along promotions": climb(tries)}, []string{"added up along promotions"})
	if c != nil {
		c.Note = "Each promotion's Elo over the champion before, added up: what one gains over oneself need not hold against others."
	}
	if err := add(c, err); err != nil {
		return nil, err
	}
	over := map[string][]Bar{}
	var names []string
	for _, m := range yardstick {
		name := fmt.Sprintf("against %s at %d nodes", m.Opponent, m.Nodes)
		if over[name] == nil {
			names = append(names, name)
		}
		over[name] = append(over[name], bar(m.Round, m.Estimate))
	}
	return charts, add(Intervals("Champions against the yardstick, measured", "round", "Elo", over, names))
}

// climb adds up the Elo of promotions.
func climb(tries []Try) (bars []Bar) {
	sum, variance := 0.0, 0.0
	for _, t := range tries {
		if !t.Promoted {
			continue
		}
		sum += t.Estimate.Elo
		half := (t.Estimate.EloHigh - t.Estimate.EloLow) / 2
		variance += half * half
		bars = append(bars, Bar{At: float64(t.Round), Value: sum, Low: sum - math.Sqrt(variance), High: sum + math.Sqrt(variance)})
	}
	return bars
}

func bar(round int, e eval.Estimate) Bar {
	return Bar{At: float64(round), Value: e.Elo, Low: e.EloLow, High: e.EloHigh}
}
