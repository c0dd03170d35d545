package match

import (
	"slices"

	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// Colours counts deals by who won their two games. A deal that one colour wins for both players decides more than they do.
type Colours struct {
	Red    int `json:"red_both"`    // Red won both
	Black  int `json:"black_both"`  // Black won both
	Player int `json:"player_both"` // one player won both
}

// add counts a pair.
func (c *Colours) add(p *Pair) {
	first, second := p.Games[0].Result, p.Games[1].Result
	switch {
	case first == rules.Draw || second == rules.Draw:
	case first != second:
		c.Player++
	case first == rules.RedWins:
		c.Red++
	default:
		c.Black++
	}
}

// Moment is what a player expected at its N-th own move, on average over games that lasted so long for it.
type Moment struct {
	Move     int     `json:"move"` // from 1
	Games    int     `json:"games"`
	Expected float64 `json:"expected"` // share of a point, by its own scores on the usual scale
}

// moments are the moves at which a course of games is told.
var moments = []int{5, 10, 15, 20, 30, 40}

// fewGames is how few games make no moment.
const fewGames = 5

// follow adds to c what the player of side said in the games of pairs.
func (c *Conduct) follow(pairs []*Pair, side string) {
	var searched, depth int
	told := make([]Moment, len(moments))
	for _, p := range pairs {
		first, second := p.HalfPoints()
		for i, half := range [2]int{first, second} {
			g := &p.Games[i]
			for t, d := range g.Depths {
				if g.side(t) == side && d > 0 {
					searched++
					depth += d
				}
			}
			if lost := half == 0 && side == sideA || half == 2 && side == sideB; lost {
				g.tell(told, side)
			}
		}
	}
	if searched > 0 {
		c.Depth = float64(depth) / float64(searched)
	}
	for i := range told {
		if m := &told[i]; m.Games >= fewGames {
			m.Move, m.Expected = moments[i], m.Expected/float64(m.Games)
			c.Lost = append(c.Lost, *m)
		}
	}
}

// tell adds what the player of side expected in g to the sums in told, one for each of moments. A game in which it gave no
// scores says nothing.
func (g *Game) tell(told []Moment, side string) {
	var own []score.Value
	for t, v := range g.Scores {
		if g.side(t) == side {
			own = append(own, v)
		}
	}
	if !slices.ContainsFunc(own, func(v score.Value) bool { return v != 0 }) {
		return
	}
	for i, move := range moments {
		if move <= len(own) {
			told[i].Games++
			told[i].Expected += float64(own[move-1].Expected()) / float64(score.One)
		}
	}
}
