package report

import (
	"fmt"
	"math"

	"jieqi/eval/gate"
)

// GateWords says what a rule's error rates mean.
func GateWords(r gate.ErrorRates) []string {
	cell := func(elo, t float64) (float64, bool) {
		for i, e := range r.Elo {
			for k, m := range r.MeanT {
				if e == elo && m == t && i < len(r.Promote) && k < len(r.Promote[i]) {
					return r.Promote[i][k], true
				}
			}
		}
		return 0, false
	}
	var words []string
	if p, ok := cell(0, 0); ok {
		words = append(words, fmt.Sprintf("An equal network would pass in %s.", tries(p)))
	}
	if p, ok := cell(0, -2); ok {
		words = append(words, fmt.Sprintf("One that plays as well and foretells held-out games better (t −2) would in %s.", tries(p)))
	}
	if p, ok := cell(30, -2); ok {
		words = append(words, fmt.Sprintf("One that is 30 Elo stronger as well would in %.0f of 100 tries.", 100*p))
	}
	return words
}

// tries says a small chance as one in so many.
func tries(p float64) string {
	switch {
	case p <= 0.0005:
		return "none of 1000 tries"
	case p < 0.3:
		return fmt.Sprintf("1 of %.0f tries", math.Round(1/p))
	}
	return fmt.Sprintf("%.0f of 100 tries", 100*p)
}
