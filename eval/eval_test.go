package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func near(t *testing.T, name string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %v, want %v ± %v", name, got, want, tol)
	}
}

func TestEloReferencePoints(t *testing.T) {
	for _, c := range []struct{ score, elo float64 }{
		{0.5, 0}, {0.64, 99.95}, {0.76, 200.24}, {0.771, 210.9}, {0.787, 227.0}, {0, -MaxElo}, {1, MaxElo},
	} {
		near(t, "Elo", Elo(c.score), c.elo, 0.1)
	}
	near(t, "Score(Elo(0.7))", Score(Elo(0.7)), 0.7, 1e-12)
}

func TestPairsByHand(t *testing.T) {
	p := Pairs{1, 0, 2, 0, 1} // scores 0, ½, ½, 1
	near(t, "score", p.Score(), 0.5, 0)
	near(t, "variance", p.Variance(), 0.5/3, 1e-12)
	near(t, "standard error", p.StdErr(), math.Sqrt(0.5/12), 1e-12)
	var q Pairs
	q.Add(2, 0)
	q.Add(2, 2)
	q.Add(1, 0)
	if q != (Pairs{0, 1, 1, 0, 1}) {
		t.Errorf("added pairs = %v", q)
	}
}

// The published match of 500 pairs: 71.3 %, interval +136 to +181 from pair scores; 238 pairs were
// won twice, 30 lost twice, 209 split by colour. The score fixes the mean of the other 23.
func TestIntervalOfAPublishedMatch(t *testing.T) {
	p := Pairs{30, 3, 216, 13, 238}
	e := p.Estimate()
	near(t, "score", e.Score, 0.713, 1e-12)
	near(t, "low", e.EloLow, 136, 1)
	near(t, "high", e.EloHigh, 181, 1)
}

func TestEqualPlayersAtFixedNodesAreUndecided(t *testing.T) {
	p := Pairs{0, 0, 200, 0, 0}
	e := p.Estimate()
	if e.Elo != 0 || e.LOS != 0.5 {
		t.Errorf("estimate = %+v", e)
	}
	near(t, "low", e.EloLow, -6.35, 0.01)
	near(t, "high", e.EloHigh, 6.35, 0.01)
	test := SPRT{Elo0: 0, Elo1: 15, Alpha: 0.05, Beta: 0.05}
	if test.LLR(p) != 0 || test.Decide(p) != Continue {
		t.Errorf("LLR %v, %v", test.LLR(p), test.Decide(p))
	}
}

// TestEqualPairsAreNoCertainty takes the sign test as reference: with six pairs of six won, and not before,
// a two-sided 5 % test calls the winner stronger.
func TestEqualPairsAreNoCertainty(t *testing.T) {
	for _, c := range []struct {
		pairs     Pairs
		low, high float64 // as scores
		los       float64
	}{
		{Pairs{}, 0, 1, 0.5},
		{Pairs{0, 0, 0, 0, 1}, 0.025, 1, 0.75},
		{Pairs{0, 0, 0, 0, 5}, 0.4782, 1, 63.0 / 64},
		{Pairs{0, 0, 0, 0, 6}, 0.5407, 1, 127.0 / 128},
		{Pairs{6, 0, 0, 0, 0}, 0, 0.4593, 1.0 / 128},
		{Pairs{0, 0, 0, 2, 0}, 0.1186, 0.9605, 7.0 / 8},
	} {
		e := c.pairs.Estimate()
		near(t, "low", e.EloLow, Elo(c.low), 0.2)
		near(t, "high", e.EloHigh, Elo(c.high), 0.2)
		near(t, "LOS", e.LOS, c.los, 1e-12)
	}
}

// TestNearlyEqualPairsAreNoCertainty asks for intervals that are no narrower than those without any exception, and
// compares one with the tables of Clopper and Pearson: 99 of 100 lie in 0.9455 to 0.99975.
func TestNearlyEqualPairsAreNoCertainty(t *testing.T) {
	low, high := Pairs{1, 0, 0, 0, 99}.exactLimits()
	near(t, "low", low, 0.9455, 1e-4)
	near(t, "high", high, 0.99975, 1e-5)
	all := Pairs{0, 0, 0, 0, 100}.Estimate()
	near(t, "low of 100 of 100", all.EloLow, Elo(0.96378), 0.5)
	for _, p := range []Pairs{{1, 0, 0, 0, 99}, {0, 0, 1, 0, 99}, {0, 0, 0, 1, 99}, {0, 0, 0, 9, 91}} {
		e := p.Estimate()
		if e.EloLow > all.EloLow || e.EloLow < 300 || e.LOS <= 0.999 {
			t.Errorf("%v: %+v, while 100 of 100 say %+v", p, e, all)
		}
	}
	if e := (Pairs{0, 0, 0, 1, 2}).Estimate(); e.EloLow > 0 || e.LOS > 0.95 {
		t.Errorf("three pairs won are no certainty: %+v", e)
	}
	// Enough pairs differ: the variance counts, as ever.
	p := Pairs{10, 0, 0, 0, 90}
	near(t, "low", p.Estimate().EloLow, Elo(0.9-1.96*0.03015), 0.1)
}

// TestIntervalsHoldTheTruth simulates one-sided and even matches.
func TestIntervalsHoldTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs = 1000
	for _, shares := range [][5]float64{
		{0.01, 0, 0, 0, 0.99}, {0, 0, 0, 0.02, 0.98}, {0.05, 0, 0.02, 0, 0.93}, {0, 0.01, 0.98, 0.01, 0}, {0.22, 0.05, 0.46, 0.05, 0.22},
	} {
		truth := 0.0
		for h, share := range shares {
			truth += share * float64(h) / 4
		}
		for _, n := range []int{20, 100, 300} {
			held := 0
			for range runs {
				e := draw(rng, shares, n).Estimate()
				if e.EloLow <= Elo(truth) && Elo(truth) <= e.EloHigh {
					held++
				}
			}
			// 95 % wanted, and some of the normal approximation lost; the draws are always the same.
			if held < runs*92/100 {
				t.Errorf("%d pairs of %v: the interval holds the truth in %d of %d", n, shares, held, runs)
			}
		}
	}
}

// draw returns n pairs with the given shares of outcomes.
func draw(rng *rand.Rand, shares [5]float64, n int) Pairs {
	var p Pairs
	for range n {
		x, h := rng.Float64(), 0
		for h < 4 && x >= shares[h] {
			x -= shares[h]
			h++
		}
		p[h]++
	}
	return p
}

func TestNothingIsEverNaN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Pairs
		for i := range p {
			p[i] = rapid.IntRange(0, 3).Draw(t, "count")
		}
		e := p.Estimate()
		for _, v := range []float64{e.Score, e.Elo, e.EloLow, e.EloHigh, e.LOS, SPRT{0, 15, 0.05, 0.05}.LLR(p)} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%v gives %+v", p, e)
			}
		}
		if e.EloLow > e.Elo || e.Elo > e.EloHigh {
			t.Fatalf("interval out of order: %+v", e)
		}
	})
}

func TestMirroredSampleHasOppositeElo(t *testing.T) {
	p, q := Pairs{3, 4, 5, 6, 7}, Pairs{7, 6, 5, 4, 3}
	near(t, "elo", p.Estimate().Elo, -q.Estimate().Elo, 1e-9)
	near(t, "los", p.Estimate().LOS, 1-q.Estimate().LOS, 1e-12)
}

// simulate plays pairs between players of the given true Elo until the test decides.
func simulate(rng *rand.Rand, test SPRT, elo float64) Decision {
	win, draw := Score(elo)-0.15, 0.3
	game := func() int {
		switch x := rng.Float64(); {
		case x < win:
			return 2
		case x < win+draw:
			return 1
		}
		return 0
	}
	var p Pairs
	for p.Count() < 20000 {
		p.Add(game(), game())
		if d := test.Decide(p); d != Continue && p.Count() >= 30 {
			return d
		}
	}
	return Continue
}

func TestSPRTErrorRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	test := SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.05}
	wrong0, wrong1 := 0, 0
	const runs = 400
	for range runs {
		if simulate(rng, test, test.Elo0) == AcceptH1 {
			wrong0++
		}
		if simulate(rng, test, test.Elo1) == AcceptH0 {
			wrong1++
		}
	}
	// 5 % each; three standard deviations of 400 trials are 3.3 points.
	if wrong0 > runs*9/100 || wrong1 > runs*9/100 {
		t.Errorf("wrong decisions: %d under H0, %d under H1 of %d", wrong0, wrong1, runs)
	}
}

func TestPairedByHand(t *testing.T) {
	r := NewPaired([]float64{1, 2, 3})
	near(t, "mean", r.Mean, 2, 0)
	near(t, "t", r.T, 2*math.Sqrt(3), 1e-12)
	for _, d := range [][]float64{nil, {5}, {1, 1, 1}} {
		if r := NewPaired(d); r.T != 0 || math.IsNaN(r.Mean) {
			t.Errorf("NewPaired(%v) = %+v", d, r)
		}
	}
}
