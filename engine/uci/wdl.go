package uci

import (
	"math"

	"jieqi/engine/score"
)

// Chances of winning and losing by score: win = σ((cp - offset)/spread), loss = σ((-cp - offset)/spread).
// Fitted to the results of 34,000 own games at 1,000 nodes a move (1.9 million positions, 5 % of them in
// drawn games), the scores brought to the scale on which win + draw/2 = σ(cp/173.8).
const (
	wdlOffset = 21.0
	wdlSpread = 172.0
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
