package uci

import (
	"math"

	"jieqi/engine/score"
)

// Chances of winning by score, from logistic fits on own games:
// win = σ((cp - offset)/spread), loss = σ((-cp - offset)/spread).
const (
	wdlOffset = 25.0
	wdlSpread = 170.0
)

// WDL returns the chances to win, draw and lose in per mille, for the side v is said of.
// They sum to 1000.
func WDL(v score.Value) (win, draw, loss int) {
	switch {
	case v > score.MaxEval:
		return 1000, 0, 0
	case v < -score.MaxEval:
		return 0, 0, 1000
	}
	chance := func(cp float64) int {
		return int(math.Round(1000 / (1 + math.Exp((wdlOffset-cp)/wdlSpread))))
	}
	win, loss = chance(float64(v)), chance(-float64(v))
	return win, 1000 - win - loss, loss
}
