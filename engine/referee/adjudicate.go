package referee

import (
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// winTracker follows a WinRule through a game.
type winTracker struct {
	rule   WinRule
	leader rules.Outcome // whom the scores of the last streak plies agree on; Ongoing: nobody
	streak int
}

// add takes the score of one ply in the mover's view and returns the decision, Ongoing while there is none.
func (t *winTracker) add(mover board.Color, v score.Value) rules.Outcome {
	if t.rule.Plies == 0 {
		return rules.Ongoing
	}
	leader := rules.Ongoing
	switch e, threshold := v.Expected(), perMille(t.rule.PerMille); {
	case e >= threshold:
		leader = rules.WinFor(mover)
	case e <= score.One-threshold:
		leader = rules.WinFor(mover.Other())
	}
	if leader != t.leader {
		t.leader, t.streak = leader, 0
	}
	t.streak++
	if leader != rules.Ongoing && t.streak >= t.rule.Plies {
		return leader
	}
	return rules.Ongoing
}

// drawTracker follows a DrawRule through a game.
type drawTracker struct {
	rule   DrawRule
	streak int
}

// add takes the score of the ply of the given number, the first being 1.
func (t *drawTracker) add(ply int, v score.Value) rules.Outcome {
	margin := perMille(t.rule.PerMille)
	if e := v.Expected(); ply < t.rule.From || e > score.Half+margin || e < score.Half-margin {
		t.streak = 0
		return rules.Ongoing
	}
	t.streak++
	if t.rule.Plies > 0 && t.streak >= t.rule.Plies {
		return rules.Draw
	}
	return rules.Ongoing
}

// perMille converts thousandths of an expected score.
func perMille(n int) score.Prob { return score.Prob(int64(score.One) * int64(n) / 1000) }
