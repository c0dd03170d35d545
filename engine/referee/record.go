package referee

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// Record is a finished game, known completely.
type Record struct {
	Deal         deal.Deal
	Rules        rules.Rules
	Opening      int // leading plies that no player chose; less than the configured opening if the game ended in it
	Plies        []Played
	Verdict      rules.Verdict
	Adjudication Adjudication
	Forfeit      string                         // what the losing player did, when it lost by forfeit
	Clock        [board.NumColors]time.Duration // what each side had left; 0 without a clock
}

// Played is one ply of a record.
type Played struct {
	Ply   board.Ply // with all identities
	Flags Flags
	Score score.Value // view of the mover, by what the mover knew; 0 when Opening is set
	Depth int         // as the player reports it
	Nodes uint64      // as the player reports it
	Time  time.Duration
}

// Flags mark a ply.
type Flags uint8

// The flags of a ply.
const (
	Opening Flags = 1 << iota // given by the configuration, not searched
	Tail                      // played after the adjudicator had decided the game
)

// Has reports whether all of the given flags are set.
func (f Flags) Has(flags Flags) bool { return f&flags == flags }
