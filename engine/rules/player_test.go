package rules

import (
	"testing"

	"jieqi/engine/score"
)

func TestMateFound(t *testing.T) {
	for _, c := range []struct {
		moves int
		value score.Value
		want  bool
	}{
		{0, score.MateIn(1), false}, // none is looked for
		{1, score.MateIn(1), true},
		{1, score.MateIn(3), false},
		{2, score.MateIn(3), true},
		{5, score.MateIn(3), true},
		{5, score.MatedIn(2), false},
		{5, score.MaxEval, false},
		{5, -score.LostIn(1), false}, // a verdict on a repetition is no mate
	} {
		l := Limits{Mate: c.moves}
		if got := l.MateFound(c.value); got != c.want {
			t.Errorf("mate in %d, value %d: %v", c.moves, c.value, got)
		}
	}
}
