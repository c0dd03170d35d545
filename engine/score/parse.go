package score

import (
	"strconv"
	"strings"
)

// ParseText reads what Text writes: "cp N" or "mate N". Text gives mates in moves, so a mate comes
// back as the longest of that many moves for the side that is mated and likewise for the other: an
// odd number of plies to mate, an even one to be mated. Centipawns beyond ±VerdictLoss and mates
// beyond the range of mate scores are brought to its end; ok is false for any other text.
func ParseText(s string) (v Value, ok bool) {
	unit, number, found := strings.Cut(s, " ")
	n, err := strconv.ParseInt(number, 10, 32)
	if !found || err != nil {
		return 0, false
	}
	switch unit {
	case "cp":
		return Value(min(max(n, -int64(VerdictLoss)), int64(VerdictLoss))), true
	case "mate":
		return mateInMoves(int(min(max(n, -MaxPly), MaxPly))), true
	}
	return 0, false
}

// mateInMoves returns the score of mating in n moves, or of being mated in -n; n is at most MaxPly either way.
func mateInMoves(n int) Value {
	if n > 0 {
		return MateIn(2*n - 1)
	}
	return MatedIn(-2 * n)
}
