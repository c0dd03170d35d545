package rules

import (
	"fmt"
	"slices"

	"jieqi/engine/board"
)

// Outcome is who won, or that nobody has yet.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	RedWins
	BlackWins
	Draw
)

var outcomeNames = [...]string{Ongoing: "ongoing", RedWins: "red_wins", BlackWins: "black_wins", Draw: "draw"}

// String returns "ongoing", "red_wins", "black_wins" or "draw".
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return "invalid outcome"
}

// MarshalText returns what String does; a number that is no outcome is an error.
func (o Outcome) MarshalText() ([]byte, error) {
	if int(o) >= len(outcomeNames) {
		return nil, fmt.Errorf("outcome %d: there is none with this number", uint8(o))
	}
	return []byte(outcomeNames[o]), nil
}

// UnmarshalText reads what MarshalText writes, and nothing else.
func (o *Outcome) UnmarshalText(text []byte) error {
	i := slices.Index(outcomeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("outcome %.40q: want one of %q", text, outcomeNames)
	}
	*o = Outcome(i)
	return nil
}

// For returns the half points of side c: 2 for a win, 1 for a draw, 0 for a loss.
// An ongoing game counts 1.
func (o Outcome) For(c board.Color) int {
	switch o {
	case WinFor(c):
		return 2
	case WinFor(c.Other()):
		return 0
	default:
		return 1
	}
}

// WinFor returns the outcome in which side c has won.
func WinFor(c board.Color) Outcome {
	if c == board.Red {
		return RedWins
	}
	return BlackWins
}

// Reason is why a game ended. Shards store its number: new reasons go at the end.
type Reason uint8

// The reasons. Those up to PerpetualChase are the rules' own; the others are given by
// a referee and never by Game.Verdict.
const (
	None           Reason = iota
	NoLegalMove           // the side to move has no legal move and loses
	NoCaptureLimit        // too many plies without a capture: a draw
	Repetition            // third occurrence, nobody at fault or both: a draw
	PerpetualCheck        // third occurrence, the winner's opponent checked all along
	PerpetualChase        // third occurrence, the winner's opponent chased all along
	Adjudicated           // the referee's adjudicator decided
	LengthLimit           // the referee's maximum number of plies: a draw
	IllegalMove           // the loser's player answered with an illegal move
	Crash                 // the loser's player failed or went away
	Stall                 // the loser's player did not answer long past its deadline
	TimeLoss              // the loser's clock ran out
	NumReasons     = int(iota)
)

var reasonNames = [NumReasons]string{
	None: "none", NoLegalMove: "no_legal_move", NoCaptureLimit: "no_capture_limit", Repetition: "repetition",
	PerpetualCheck: "perpetual_check", PerpetualChase: "perpetual_chase", Adjudicated: "adjudicated",
	LengthLimit: "length_limit", IllegalMove: "illegal_move", Crash: "crash", Stall: "stall", TimeLoss: "time_loss",
}

// String returns the reason's stable name, such as "perpetual_check"; "none" while the game goes on.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "invalid reason"
}

// IsForfeit reports whether the game was lost by a player's failure and not on the board.
func (r Reason) IsForfeit() bool { return r >= IllegalMove && r <= TimeLoss }

// Verdict is the state of a game: its outcome and why.
type Verdict struct {
	Outcome Outcome
	Reason  Reason
}

// Over reports whether the game has ended.
func (v Verdict) Over() bool { return v.Outcome != Ongoing }

// String returns "ongoing" or both words, such as "red_wins by perpetual_chase".
func (v Verdict) String() string {
	if !v.Over() {
		return v.Outcome.String()
	}
	return v.Outcome.String() + " by " + v.Reason.String()
}
