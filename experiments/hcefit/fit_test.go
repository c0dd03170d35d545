package hcefit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/score"
)

func silent(Progress) {}

// TestGradient compares the gradient with differences of the objective, some way from its base.
func TestGradient(t *testing.T) {
	base := flatten(&hce.Default)
	c := Default()
	o := newObjective(invent(t, 300, &hce.Default, 1), base, &c)
	rng := rand.New(rand.NewPCG(2, 3))
	w, grad, scratch := make([]float64, len(base)), make([]float64, len(base)), make([]float64, len(base))
	for i := range w {
		w[i] = base[i] + 10*rng.NormFloat64()
	}
	o.at(w, grad)
	for range 60 {
		i, h := rng.IntN(len(w)), 0.01
		at := w[i]
		w[i] = at + h
		up := o.at(w, scratch)
		w[i] = at - h
		down := o.at(w, scratch)
		w[i] = at
		if want := (up - down) / (2 * h); math.Abs(grad[i]-want) > 1e-9+1e-5*math.Abs(want) {
			t.Errorf("number %d: derivative %g, differences say %g", i, grad[i], want)
		}
	}
}

// TestFitRecoversPlantedWeights draws results from weights that differ from those the fit begins
// with, and asks for the difference back.
func TestFitRecoversPlantedWeights(t *testing.T) {
	base := hce.Default
	truth := base
	for s := range stages {
		truth.Value[board.Chariot][s] += 150
		truth.Value[board.Horse][s] -= 60
		truth.Tempo[s] += 30
	}
	c := Default()
	c.Prior = 25
	unseen := invent(t, 4_000, &truth, 5)
	r, err := fit(t.Context(), &c, &base, invent(t, 15_000, &truth, 4), unseen, silent)
	if err != nil || !r.Converged {
		t.Fatalf("error %v, converged %v after %d", err, r.Converged, r.Iterations)
	}
	before, after := distance(unseen, &base, &truth), distance(unseen, &r.Weights, &truth)
	if after > 0.6*before {
		t.Errorf("evaluations are off by %.1f cp after the fit, %.1f before", after, before)
	}
	chariot, horse := r.Weights.Value[board.Chariot], r.Weights.Value[board.Horse]
	if d := chariot[hce.Full] - base.Value[board.Chariot][hce.Full]; d < 100 || d > 200 {
		t.Errorf("chariot %+d, planted +150", d)
	}
	if d := horse[hce.Full] - base.Value[board.Horse][hce.Full]; d < -90 || d > -30 {
		t.Errorf("horse %+d, planted -60", d)
	}
	if v := r.Validation; v.Rounded.Loss >= v.Before.Loss || v.Difference.T > -3 {
		t.Errorf("validation: %+v", v)
	}
	if v := r.Validation; math.Abs(v.Fitted.Scale-score.Scale) > 8 || v.Before.Scale > 150 {
		t.Errorf("scale %v -> %v on positions not fitted to", v.Before.Scale, v.Fitted.Scale)
	}
	if math.Abs(r.Train.Rounded.Loss-r.Train.Fitted.Loss) > 1e-4 {
		t.Errorf("rounding costs too much: %+v", r.Train)
	}
}

// distance returns the root of the mean square difference of two evaluations, in centipawns.
func distance(d *data, a, b *hce.Weights) float64 {
	x, y := d.values(flatten(a)), d.values(flatten(b))
	sum := 0.0
	for i := range x {
		sum += (x[i] - y[i]) * (x[i] - y[i])
	}
	return score.Scale * math.Sqrt(sum/float64(len(x)))
}

// TestPriorHoldsWeights asks that a strong prior leaves the weights alone.
func TestPriorHoldsWeights(t *testing.T) {
	truth := hce.Default
	truth.Value[board.Chariot] = hce.Taper{}
	c := Default()
	c.Prior = 0.01
	d := invent(t, 500, &truth, 6)
	r, err := fit(t.Context(), &c, &hce.Default, d, d, silent)
	if err != nil || r.Weights != hce.Default || r.Moved != 0 || r.Validation.Difference.Mean != 0 {
		t.Errorf("error %v, %d numbers moved", err, r.Moved)
	}
}

// TestFitAtItsMinimum begins so close to the minimum that nothing lower can be found.
func TestFitAtItsMinimum(t *testing.T) {
	c := Default()
	c.Prior = 1e-7
	d := invent(t, 200, &hce.Default, 9)
	if r, err := fit(t.Context(), &c, &hce.Default, d, d, silent); err != nil || r.Weights != hce.Default || !r.Converged {
		t.Errorf("error %v, %d numbers moved in %d iterations", err, r.Moved, r.Iterations)
	}
}

func TestFitStopsAtItsLimit(t *testing.T) {
	c := Default()
	c.Iterations = 3
	d := invent(t, 200, &hce.Default, 10)
	r, err := fit(t.Context(), &c, &hce.Default, d, d, silent)
	if err != nil || r.Converged || r.Iterations != 3 || r.Train.Fitted.Loss >= r.Train.Before.Loss {
		t.Errorf("error %v, result %+v", err, r)
	}
}

func TestFitStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := Default()
	d := invent(t, 200, &hce.Default, 7)
	last := 0
	_, err := fit(ctx, &c, &hce.Default, d, d, func(p Progress) {
		if last = p.Done; p.Done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || last != 2 {
		t.Errorf("error %v after step %d", err, last)
	}
}

// TestScale stretches values whose scale is known.
func TestScale(t *testing.T) {
	d := invent(t, 8_000, &hce.Default, 8)
	w := flatten(&hce.Default)
	k := d.measure(d.values(w)).Scale
	if math.Abs(k-score.Scale) > 8 {
		t.Errorf("scale %v where results follow the evaluation", k)
	}
	for i := range w {
		w[i] *= 3
	}
	if got := d.measure(d.values(w)).Scale; math.Abs(got-3*k) > 0.01 {
		t.Errorf("scale %v of the threefold evaluation, %v of the single one", got, k)
	}
	for i := range w {
		w[i] = -w[i]
	}
	if got := d.measure(d.values(w)).Scale; got != 0 {
		t.Errorf("scale %v of an evaluation that is always wrong", got)
	}
}
