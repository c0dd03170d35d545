package referee

import (
	"context"
	"errors"

	"jieqi/engine/rules"
)

// Player chooses moves for one side.
type Player interface {
	// NewGame tells the player to forget what it learnt from earlier games.
	NewGame() error
	// Choose returns a legal move for the side to move in view. The view is that side's own, borrowed until
	// Choose returns and not to be modified. A player that is cut short by ctx may return anything.
	Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error)
}

// A player whose error wraps one of these loses the game by forfeit. Any other error is a fault of
// the program and ends Play with it.
var (
	ErrCrash = errors.New("player crashed")        // it failed, went away or answered nonsense
	ErrStall = errors.New("player did not answer") // long past its deadline
)

// forfeitReason returns the reason for which a player's error loses the game; ok is false if it does not.
func forfeitReason(err error) (reason rules.Reason, ok bool) {
	switch {
	case errors.Is(err, ErrCrash):
		return rules.Crash, true
	case errors.Is(err, ErrStall):
		return rules.Stall, true
	}
	return rules.None, false
}
