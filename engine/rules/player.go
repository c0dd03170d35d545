package rules

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Limits say when a player must stop thinking about one move. A zero field is no limit; with no
// limit at all a player chooses for itself. The first limit reached ends the search.
type Limits struct {
	Nodes       uint64        // exact number of nodes
	Depth       int           // plies
	MoveTime    time.Duration // for this move
	Clock       *Clock        // for the game; nil when there is none
	Infinite    bool          // search until told to stop
	Ponder      bool          // the opponent is still thinking: clocks do not run
	SearchMoves []board.Move  // the only root moves to consider; empty: all
	MultiPV     int           // number of best lines wanted; 0 and 1 are the same
	Mate        int           // look for a mate in this many moves, and end when there is one
}

// MateFound reports whether v is the mate that l asks for: one in at most so many moves.
func (l *Limits) MateFound(v score.Value) bool {
	return l.Mate > 0 && v >= score.MateBound && (v.MatePlies()+1)/2 <= l.Mate
}

// Clock is what both players have left.
type Clock struct {
	Time      [board.NumColors]time.Duration // remaining, by colour
	Inc       [board.NumColors]time.Duration // added after each move, by colour
	MovesToGo int                            // moves to the next time control; 0: the rest of the game
}

// Choice is a player's answer.
type Choice struct {
	Move  board.Move
	Score score.Value // view of the side that chooses, by what that side knows
	Depth int         // plies of the last finished iteration
	Nodes uint64
	Time  time.Duration
	PV    []board.Move // starts with Move; ends with its first reveal
}
