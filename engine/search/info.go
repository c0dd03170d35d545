package search

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// ScoreBound says how a score relates to the true one.
type ScoreBound uint8

// The bounds. NoBound marks a table entry without a usable score.
const (
	NoBound ScoreBound = iota
	Upper              // the true score is at most this
	Lower              // the true score is at least this
	Exact
)

// Info is one line of progress, in the view of the root's side to move.
type Info struct {
	Depth    int // of the iteration, plies
	SelDepth int // deepest ply reached
	MultiPV  int // rank of this line, from 1
	Score    score.Value
	Bound    ScoreBound
	Nodes    uint64
	Hashfull int // per mille of the table used by this search
	Time     time.Duration
	PV       []board.Move // ends with its first reveal; valid during the call only
	// Outcomes are the identities that the first move of PV may turn up, if it is a reveal, the likeliest first, with
	// what Score is the average of: the likeliest at full depth, with Shallow the others shallower. Valid during the call
	// only.
	Outcomes []Outcome
}
