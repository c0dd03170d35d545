package referee

import (
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// high and low lie on either side of an expected score of 97 %: σ(605/173.8) = 0.9701.
const (
	high score.Value = 605
	low  score.Value = 603
)

func TestAdjudicator(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []score.Value // of Red, Black, Red, …, each in its own view
		want   rules.Outcome
		at     int
	}{
		{"red, agreed", []score.Value{0, 0, high, -high, high, -high}, rules.RedWins, 6},
		{"black, agreed", []score.Value{-high, high, -high, high}, rules.BlackWins, 4},
		{"mates count", []score.Value{score.MateIn(9), score.MatedIn(8), score.MateIn(7), score.MatedIn(6)}, rules.RedWins, 4},
		{"one side doubts", []score.Value{high, -low, high, -low, high, -low}, rules.Ongoing, 0},
		{"both are sure of themselves", []score.Value{high, high, high, high, high}, rules.Ongoing, 0},
		{"interrupted", []score.Value{high, -high, high, 0, high, -high, high}, rules.Ongoing, 0},
		{"the other way round", []score.Value{high, -high, -high, high, -high, high}, rules.BlackWins, 6},
	} {
		judge := Adjudicator{Rule: DefaultWin}
		for i, v := range c.scores {
			judge.Add(i+1, board.Color(i%2), v)
		}
		if got, at := judge.Decision.Outcome, judge.Decision.Plies; got != c.want || at != c.at {
			t.Errorf("%s: %s at %d, want %s at %d", c.name, got, at, c.want, c.at)
		}
	}
	off := Adjudicator{}
	for i := range 10 {
		if off.Add(i+1, board.Red, score.MateIn(1)); off.Decision.Made() {
			t.Fatal("a rule that is off decided")
		}
	}
}

func TestAdjudicates(t *testing.T) {
	red, black := chooser(1, redAhead(high)), chooser(2, redAhead(high))
	r := mustPlay(t, Config{Win: DefaultWin, Opening: opening(t, 3)}, someDeal(3), red, black)
	want := rules.Verdict{Outcome: rules.RedWins, Reason: rules.Adjudicated}
	if r.Verdict != want || len(r.Plies) != 7 || r.Adjudication != (Adjudication{7, rules.RedWins}) {
		t.Errorf("%s after %d plies, %+v", r.Verdict, len(r.Plies), r.Adjudication)
	}
}

func TestPlayOut(t *testing.T) {
	wrong, played := 0, 0
	for i := range uint64(20) {
		cfg := Config{Win: DefaultWin, PlayOut: true}
		r := mustPlay(t, cfg, someDeal(i), chooser(i, redAhead(high)), chooser(i+100, redAhead(high)))
		if v := replay(t, r); v != r.Verdict || !v.Over() {
			t.Errorf("game %d: record says %s, the rules %s", i, r.Verdict, v)
		}
		if r.Adjudication != (Adjudication{4, rules.RedWins}) || r.Verdict.Reason == rules.Adjudicated {
			t.Errorf("game %d: %+v, %s", i, r.Adjudication, r.Verdict)
		}
		for ply, p := range r.Plies {
			if p.Flags.Has(Tail) != (ply >= 4) {
				t.Fatalf("game %d: ply %d has flags %b", i, ply+1, p.Flags)
			}
		}
		played++
		if r.Verdict.Outcome != rules.RedWins {
			wrong++
		}
	}
	if wrong == 0 || wrong == played {
		t.Errorf("%d of %d random games misjudged: the test shows nothing", wrong, played)
	}
}
