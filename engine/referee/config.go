package referee

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// Config says how a game is played.
type Config struct {
	Rules    rules.Rules
	MaxPlies int          // at this length, opening included, the game is drawn by length; 0: no maximum
	Opening  []board.Move // played before the players are asked

	// Limits of each side's moves, by colour. A Clock in them is what that side has at the start,
	// by its own entries; with MovesToGo the time is added again after every so many of its moves.
	// An answer that takes more than what is left and Grace loses on time.
	Limits [board.NumColors]rules.Limits
	Grace  time.Duration

	Win  WinRule
	Draw DrawRule
	// PlayOut lets an adjudicated game go on to its real end, so that the adjudicators' errors can
	// be counted. The plies after the decision are flagged Tail, and the verdict is the real one.
	PlayOut bool

	Now func() time.Time // for clocks and times; nil: time.Now
}

// WinRule adjudicates a win when every score of so many plies in a row, each in its mover's own
// view, gives one and the same side an expected score of at least the threshold. With an even
// number of plies both sides agree.
type WinRule struct {
	PerMille int // threshold of the expected score, 501 to 1000
	Plies    int // 0: no adjudication
}

// DefaultWin is the rule of self-play: 97 % through four plies.
var DefaultWin = WinRule{PerMille: 970, Plies: 4}

// DrawRule adjudicates a draw when every score of so many plies in a row is within the margin of an
// even game.
type DrawRule struct {
	PerMille int // largest distance of the expected score from 500, 0 to 499
	Plies    int // 0: no adjudication
	From     int // scores of the plies before this one do not count; the first ply is 1
}
