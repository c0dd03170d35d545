package eval

import "math"

// SPRT is a sequential probability ratio test of H1 "the first player is Elo1 better" against
// H0 "it is Elo0 better" (both logistic Elo), with error rates Alpha (accepting H1 under H0)
// and Beta (accepting H0 under H1).
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
}

// Decision is where a sequential test stands.
type Decision int

// The states of a sequential test.
const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

// String returns "continue", "accept_h0" or "accept_h1".
func (d Decision) String() string { return [...]string{"continue", "accept_h0", "accept_h1"}[d] }

// Bounds returns the log-likelihood ratios at which H0 (lower) and H1 (upper) are accepted: Wald 1945.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log-likelihood ratio of H1 against H0: the generalised test on pair scores,
// whose variance is taken from the sample (normal approximation, Van den Bergh 2019).
// It is 0 while the sample has no variance.
func (t SPRT) LLR(p Pairs) float64 {
	v := p.Variance()
	if v == 0 {
		return 0
	}
	s0, s1 := Score(t.Elo0), Score(t.Elo1)
	return float64(p.Count()) * (s1 - s0) * (2*p.Score() - s0 - s1) / (2 * v)
}

// Decide says whether the sample suffices.
func (t SPRT) Decide(p Pairs) Decision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(p); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Continue
}
