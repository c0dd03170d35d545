package eval

import "math"

// MaxElo bounds what Elo returns: a score of 0 or 1 is that many points away, not infinitely many.
const MaxElo = 1200

// z95 is the two-sided 95 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Elo converts an expected score per game (0 to 1) to a difference in Elo points on the logistic
// scale, within ±MaxElo: 64 % is +100.
func Elo(score float64) float64 {
	if score <= 0 {
		return -MaxElo
	}
	if score >= 1 {
		return MaxElo
	}
	return min(max(400*math.Log10(score/(1-score)), -MaxElo), MaxElo)
}

// Score converts a difference in Elo points to the expected score per game.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Estimate is what a sample of pairs says about the first player's strength.
type Estimate struct {
	Pairs   int     `json:"pairs"`
	Score   float64 `json:"score"`    // mean result per game, 0 to 1
	Elo     float64 `json:"elo"`      // of Score
	EloLow  float64 `json:"elo_low"`  // lower end of the 95 % interval
	EloHigh float64 `json:"elo_high"` // upper end
	LOS     float64 `json:"los"`      // likelihood of superiority: chance that the true score exceeds ½
}

// Estimate returns the score, its Elo with a 95 % interval from the variance of pair scores, and the likelihood of
// superiority (normal approximation). Where too few pairs differ for that, see rare, both are exact in the shares
// of the outcomes instead.
func (p Pairs) Estimate() Estimate {
	s, se := p.Score(), p.StdErr()
	low, high, los := s-z95*se, s+z95*se, Normal(0)
	if se > 0 {
		los = Normal((s - 0.5) / se)
	}
	if p.rare() {
		low, high = p.exactLimits()
		if sign := p.signSuperiority(); se == 0 || math.Abs(sign-0.5) < math.Abs(los-0.5) {
			los = sign // the more doubtful one: few pairs have a chance variance
		}
	}
	return Estimate{Pairs: p.Count(), Score: s, Elo: Elo(s), EloLow: Elo(low), EloHigh: Elo(high), LOS: los}
}

// Normal is the distribution function of the standard normal distribution.
func Normal(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
