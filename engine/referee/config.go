package referee

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/dealer"
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

	Win WinRule
	// PlayOut lets an adjudicated game go on to its real end, so that the adjudicator's errors can
	// be counted. The plies after the decision are flagged Tail, and the verdict is the real one.
	PlayOut bool

	// Watch, if not nil, is called after every ply, those of the opening included, with the table that the game is played
	// on. The table is borrowed until Watch returns and has all views: whoever shows one to a player chooses which.
	Watch func(t *dealer.Table, p Played)

	Now func() time.Time // for clocks and times; nil: time.Now
}
