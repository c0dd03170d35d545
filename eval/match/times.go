package match

import (
	"slices"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/referee"
)

// Times is the time that both contenders used in one game.
type Times struct {
	A SideTimes `json:"a"`
	B SideTimes `json:"b"`
}

// SideTimes is the time of one side in one game, in milliseconds, rounded up.
type SideTimes struct {
	Moves     int   `json:"moves"`
	SpentMS   int64 `json:"spent_ms"`
	LongestMS int64 `json:"longest_ms"` // of one answer
	LeftMS    int64 `json:"left_ms"`    // on its clock, in the end; 0 without a clock
}

// timesOf adds up the times of a record.
func timesOf(rec *referee.Record, aRed bool) *Times {
	var sides [board.NumColors]SideTimes
	for c := range sides {
		s := &sides[c]
		spent := time.Duration(0)
		for i := c; i < len(rec.Plies); i += int(board.NumColors) {
			t := rec.Plies[i].Time
			s.Moves++
			spent += t
			s.LongestMS = max(s.LongestMS, milliseconds(t))
		}
		s.SpentMS, s.LeftMS = milliseconds(spent), milliseconds(rec.Clock[c])
	}
	if aRed {
		return &Times{A: sides[board.Red], B: sides[board.Black]}
	}
	return &Times{A: sides[board.Black], B: sides[board.Red]}
}

func milliseconds(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }

// longGame is how many moves of a side make a game long enough to ask how much time was left.
const longGame = 50

// TimeUse is how a contender used its time through a match.
type TimeUse struct {
	Moves     int     `json:"moves"`
	MeanMS    float64 `json:"mean_ms"`    // of one answer
	LongestMS int64   `json:"longest_ms"` // answer of all
	// UnusedMedian is the median share of all its time that was left, over games of at least 50 of
	// its moves; nil without a clock or such games.
	UnusedMedian *float64 `json:"unused_median,omitempty"`
}

// useOf sums up the games of one side, with a clock or without; nil without any.
func useOf(games []SideTimes, clock bool) *TimeUse {
	if len(games) == 0 {
		return nil
	}
	var u TimeUse
	var spent int64
	var unused []float64
	for _, g := range games {
		u.Moves += g.Moves
		spent += g.SpentMS
		u.LongestMS = max(u.LongestMS, g.LongestMS)
		if clock && g.Moves >= longGame && g.LeftMS+g.SpentMS > 0 {
			unused = append(unused, float64(g.LeftMS)/float64(g.LeftMS+g.SpentMS))
		}
	}
	if u.Moves > 0 {
		u.MeanMS = float64(spent) / float64(u.Moves)
	}
	if len(unused) > 0 {
		slices.Sort(unused)
		u.UnusedMedian = &unused[len(unused)/2]
	}
	return &u
}
