package match

import (
	"math"
	"testing"

	"jieqi/engine/rules"
	"jieqi/engine/score"
)

func TestColoursAndCourses(t *testing.T) {
	won := func(aRed bool, by rules.Outcome, a, b score.Value) Game {
		g := Game{ARed: aRed, Result: by, Plies: 24}
		for t := range g.Plies {
			v := b
			if g.side(t) == sideA {
				v = a
			}
			g.Scores, g.Depths = append(g.Scores, v), append(g.Depths, 4+t%2)
		}
		return g
	}
	red, black := rules.RedWins, rules.BlackWins
	var pairs []*Pair
	for i, results := range [][2]rules.Outcome{{red, red}, {red, red}, {black, black}, {red, black}, {black, red}, {red, rules.Draw}, {black, black}, {black, red}} {
		pairs = append(pairs, &Pair{Index: i, Games: [2]Game{won(true, results[0], -100, 0), won(false, results[1], -100, 0)}})
	}
	s := Summarise(pairs)
	if want := (Colours{Red: 2, Black: 2, Player: 3}); s.Colours != want {
		t.Errorf("colours %+v, want %+v", s.Colours, want)
	}
	if s.A.Depth != 4.5 || s.B.Depth != 4.5 {
		t.Errorf("depths %v and %v, want 4.5", s.A.Depth, s.B.Depth)
	}
	want := 1 / (1 + math.Exp(100/score.Scale))
	if len(s.A.Lost) != 2 || s.A.Lost[0].Move != 5 || s.A.Lost[1].Move != 10 || s.A.Lost[0].Games != s.Losses || math.Abs(s.A.Lost[1].Expected-want) > 1e-3 {
		t.Errorf("a, in %d lost games: %+v, want %.3f", s.Losses, s.A.Lost, want)
	}
	if len(s.B.Lost) != 0 {
		t.Errorf("b gave no scores, and %+v", s.B.Lost)
	}
}
