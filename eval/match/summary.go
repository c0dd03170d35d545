package match

import (
	"slices"

	"jieqi/engine/rules"
	"jieqi/eval"
)

// Summary is what a list of pairs amounts to, from A's side.
type Summary struct {
	Pairs    eval.Pairs     `json:"pairs_by_half_points"`
	Wins     int            `json:"wins"`
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	RedWins  int            `json:"red_wins"`
	Plies    int            `json:"plies"`
	Failures int            `json:"failures"` // attempts in which a player failed
	Reasons  map[string]int `json:"reasons"`
	Colours  Colours        `json:"colours"`
	A        Conduct        `json:"a"`
	B        Conduct        `json:"b"`
}

// Conduct is how one contender behaved.
type Conduct struct {
	Failures map[string]int `json:"failures"`       // its own, by reason
	Time     *TimeUse       `json:"time,omitempty"` // of matches with a time limit
	Lost     []Moment       `json:"lost,omitempty"` // what it expected in the games it lost
	Depth    float64        `json:"depth"`          // mean depth of its searches, as it reports it
}

// Summarise counts pairs read from a journal.
func Summarise(pairs []*Pair) Summary {
	s := Summary{Reasons: map[string]int{}, A: Conduct{Failures: map[string]int{}}, B: Conduct{Failures: map[string]int{}}}
	var a, b []SideTimes
	for _, p := range pairs {
		first, second := p.HalfPoints()
		s.Pairs.Add(first, second)
		s.Colours.add(p)
		for i, half := range [2]int{first, second} {
			g := &p.Games[i]
			s.count(g, half)
			if g.Times != nil {
				a, b = append(a, g.Times.A), append(b, g.Times.B)
			}
		}
	}
	s.A.follow(pairs, sideA)
	s.B.follow(pairs, sideB)
	// One match has a clock in all of its games or in none, and where there is one somebody has time left.
	left := func(t SideTimes) bool { return t.LeftMS > 0 }
	clock := slices.ContainsFunc(a, left) || slices.ContainsFunc(b, left)
	s.A.Time, s.B.Time = useOf(a, clock), useOf(b, clock)
	return s
}

func (s *Summary) count(g *Game, half int) {
	switch half {
	case 2:
		s.Wins++
	case 1:
		s.Draws++
	default:
		s.Losses++
	}
	if g.Result == rules.RedWins {
		s.RedWins++
	}
	s.Plies += g.Plies
	s.Reasons[g.Reason]++
	for _, f := range g.Failed {
		s.Failures++
		if f.By == sideA {
			s.A.Failures[f.Reason]++
		} else {
			s.B.Failures[f.Reason]++
		}
	}
}
