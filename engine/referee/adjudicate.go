package referee

import (
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// WinRule adjudicates a win when every score of so many plies in a row, each in its mover's own
// view, gives one and the same side an expected score of at least the threshold. With an even
// number of plies both sides agree.
type WinRule struct {
	PerMille int // threshold of the expected score, 501 to 1000
	Plies    int // 0: no adjudication
}

// DefaultWin is the rule of self-play: 97 % through four plies.
var DefaultWin = WinRule{PerMille: 970, Plies: 4}

// Adjudication is what the adjudicator decided. The zero Adjudication means that it did not.
type Adjudication struct {
	Plies   int // length of the game at the decision
	Outcome rules.Outcome
}

// Made reports whether the game was decided.
func (a Adjudication) Made() bool { return a.Outcome != rules.Ongoing }

// Adjudicator follows a game by the scores that players give their moves, and decides it once by its rule.
// Who keeps scores and not the decision finds it again with another one.
type Adjudicator struct {
	Rule     WinRule
	Decision Adjudication // the first one; it stays

	leader rules.Outcome // whom the scores of the last streak plies agree on; Ongoing: nobody
	streak int
}

// Add takes the score of a player's move, in the mover's view, with which the game has so many plies. Each player's
// move is added in its turn; opening moves, which nobody chose, are not.
func (a *Adjudicator) Add(plies int, mover board.Color, v score.Value) {
	if a.Rule.Plies == 0 || a.Decision.Made() {
		return
	}
	leader := a.Rule.leader(mover, v)
	if leader != a.leader {
		a.leader, a.streak = leader, 0
	}
	a.streak++
	if leader != rules.Ongoing && a.streak >= a.Rule.Plies {
		a.Decision = Adjudication{Plies: plies, Outcome: leader}
	}
}

// leader returns who a single score says has won; Ongoing if nobody.
func (r WinRule) leader(mover board.Color, v score.Value) rules.Outcome {
	threshold := score.Prob(int64(score.One) * int64(r.PerMille) / 1000)
	switch e := v.Expected(); {
	case e >= threshold:
		return rules.WinFor(mover)
	case e <= score.One-threshold:
		return rules.WinFor(mover.Other())
	}
	return rules.Ongoing
}
