package selfplay

import (
	"context"
	"math/rand/v2"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// moody returns a player that changes its mind about who is ahead, and is now and then of the opposite opinion.
func moody(seed uint64) *scripted {
	rng := rand.New(rand.NewPCG(seed, 5))
	opinion := score.Value(0) // Red's view
	return &scripted{score: func(view *rules.Game) score.Value {
		if rng.IntN(6) == 0 {
			opinion = []score.Value{0, 603, 605, -605, 900, -900, score.MateIn(5), score.MatedIn(6)}[rng.IntN(8)]
		}
		if (view.Position().Side() == board.Black) != (rng.IntN(20) == 0) {
			return -opinion
		}
		return opinion
	}}
}

// TestDecisionsAreTheReferees compares what a summary finds in a game that a shard keeps with what the referee
// decided when the game was played.
func TestDecisionsAreTheReferees(t *testing.T) {
	c := testConfig(1)
	c.Win.PlayOutEvery = 2
	decided := map[rules.Outcome]int{}
	var want, got Summary
	for i := range uint64(200) {
		w := scriptedWorker(&c, moody(i))
		d := w.source.Deal(i)
		record, err := referee.Play(context.Background(), w.referee(i, w.draw(i, 0, d)), d, w.players[board.Red], w.players[board.Black])
		if err != nil {
			t.Fatal(err)
		}
		g, _, err := fromRecord(i, record, make([]bool, len(record.Plies)))
		if err != nil {
			t.Fatal(err)
		}
		if found := decision(&g, c.Win.rule()); found != record.Adjudication {
			t.Errorf("game %d: found %+v, the referee decided %+v", i, found, record.Adjudication)
		}
		if g.Reason == rules.Adjudicated && g.Result != record.Adjudication.Outcome {
			t.Errorf("game %d: %v, decided %+v", i, record.Verdict, record.Adjudication)
		}
		decided[record.Adjudication.Outcome]++
		got.judge(&g, c.Win.rule())
		count(&want, &g, record.Adjudication)
	}
	if got.Adjudicated != want.Adjudicated || got.PlayedOut != want.PlayedOut || got.Misjudged != want.Misjudged {
		t.Errorf("the summary counts %+v, from the referee's decisions it is %+v", got, want)
	}
	if decided[rules.RedWins] < 20 || decided[rules.BlackWins] < 20 || decided[rules.Ongoing] < 5 || want.Adjudicated < 20 || want.PlayedOut < 20 {
		t.Errorf("decided %v, %+v: the test shows little", decided, want)
	}
}

// count does what Summary.judge does with the referee's own decision and the marks of a tail.
func count(s *Summary, g *dataset.Game, decided referee.Adjudication) {
	switch {
	case g.Reason == rules.Adjudicated:
		s.Adjudicated++
	case g.Plies[len(g.Plies)-1].Flags&dataset.Tail != 0:
		s.PlayedOut++
		if g.Result != decided.Outcome {
			s.Misjudged++
		}
	}
}
