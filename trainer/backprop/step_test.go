package backprop

import (
	"errors"
	"math"
	"slices"
	"testing"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

func TestNaNLeavesTheParametersAlone(t *testing.T) {
	bad := nnue.NewParams(1)
	bad.L3[0] = float32(math.Inf(1))
	training := newTestTraining(kernel.Best(), bad, chunkSize, 1)
	o := training.optimiser
	training.gradients.first[0][0] = float32(math.NaN())
	if _, err := o.update(kernel.Best(), &training.workers, training.gradients, testSettings); !errors.Is(err, ErrNotFinite) {
		t.Errorf("a gradient that is not a number: %v", err)
	}
	if o.step != 0 || o.params[o.layout.segments[segL3].from+1] != bad.L3[1] {
		t.Error("the parameters were touched")
	}
	b := newRandomBatch(chunkSize, 1)
	b.target[7] = float32(math.NaN())
	training = newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 1)
	before := training.optimiser.Network()
	if _, _, err := training.Step(b.fill, testSettings); !errors.Is(err, ErrNotFinite) {
		t.Errorf("a loss that is not a number: %v", err)
	}
	for i, x := range training.optimiser.Network().Flat {
		if x != before.Flat[i] {
			t.Fatalf("parameter %d moved", i)
		}
	}
}

// An optimiser restored from what another one was at goes on to the same bits, average included.
func TestRestoreGoesOn(t *testing.T) {
	b := newRandomBatch(2*chunkSize, 4)
	settings := testSettings
	settings.Rate, settings.Average = 1e-2, 0.9
	steps := func(o *Optimiser, n int) {
		training := NewTraining(o, kernel.Best(), 2*chunkSize, 2)
		for range n {
			if _, _, err := training.Step(b.fill, settings); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, average := range []bool{false, true} {
		newOptimiser := func(seed uint64) *Optimiser {
			o := NewOptimiser(testInputs, nnue.NewParams(seed), nnue.DefaultScales())
			if average {
				o.KeepAverage()
			}
			return o
		}
		o := newOptimiser(1)
		steps(o, 2)
		restored := newOptimiser(9)
		restored.Restore(o.Steps(), o.Vectors())
		steps(o, 3)
		steps(restored, 3)
		if o.Steps() != 5 || restored.Steps() != 5 {
			t.Errorf("%d and %d steps taken, not 5", o.Steps(), restored.Steps())
		}
		for i, v := range o.Vectors() {
			for j, x := range restored.Vectors()[i].Flat {
				if x != v.Flat[j] {
					t.Fatalf("average kept: %v; vector %d, element %d: %g, not %g", average, i, j, x, v.Flat[j])
				}
			}
		}
	}
}

// The average is that of the parameters after each step, at the decay that the step has, and is the network;
// the parameters move as if there were none.
func TestAverage(t *testing.T) {
	const decay, steps = 0.2, 6 // n/(n+10) is below it in the first two steps
	b := newRandomBatch(chunkSize, 4)
	settings := testSettings
	settings.Average = decay
	plain := newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 1)
	training := newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 3)
	training.optimiser.KeepAverage()
	want := make([]float64, nnue.NumParams)
	for i, x := range nnue.NewParams(1).Flat {
		want[i] = float64(x)
	}
	for n := range steps {
		for _, t2 := range []*Training{plain, training} {
			if _, _, err := t2.Step(b.fill, settings); err != nil {
				t.Fatal(err)
			}
		}
		d := min(decay, float64(n+1)/float64(n+11))
		for i, x := range plain.optimiser.Network().Flat {
			want[i] = d*want[i] + (1-d)*float64(x)
		}
	}
	vectors := training.optimiser.Vectors()
	for i, x := range plain.optimiser.Network().Flat {
		if vectors[0].Flat[i] != x {
			t.Fatalf("parameter %d is %g, without an average %g", i, vectors[0].Flat[i], x)
		}
	}
	average := training.optimiser.Network().Flat
	for i, x := range average {
		if math.Abs(float64(x)-want[i]) > 1e-6 || x != vectors[3].Flat[i] {
			t.Fatalf("average of parameter %d is %g, want %g", i, x, want[i])
		}
	}
	if slices.Equal(average, vectors[0].Flat) {
		t.Error("the average is the parameters")
	}
	w := training.Load(false)
	if !slices.Equal(w.layout.unflatten(w.flat).Flat, average) {
		t.Error("the weights loaded are not those of the average")
	}
}

// Each kind of parameter decays by its own setting: with no gradient, a step does nothing else.
func TestDecay(t *testing.T) {
	b := newRandomBatch(chunkSize, 1)
	for i := range b.weight {
		b.weight[i] = 0
	}
	settings := testSettings
	settings.Rate, settings.Decay, settings.DecayFirst = 0.5, 0.1, 0.04
	training := newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 1)
	before := training.optimiser.Network().Tensors()
	if _, _, err := training.Step(b.fill, settings); err != nil {
		t.Fatal(err)
	}
	keep := [numSegments]float32{segL0: 0.98, segB0: 1, segL1: 0.95, segB1: 1, segL2: 0.95, segB2: 1, segL3: 0.95, segB3: 1}
	for seg, tensor := range training.optimiser.Network().Tensors() {
		for i, x := range tensor.Data {
			if want := before[seg].Data[i] * keep[seg]; math.Abs(float64(x-want)) > 1e-6 {
				t.Fatalf("%s: element %d is %g, want %g", tensor.Name, i, x, want)
			}
		}
	}
}

// After one step the second moment is 1 − β₂ of the squared gradient, and the parameter has moved by the rate
// all the same.
func TestBeta2(t *testing.T) {
	b := newRandomBatch(chunkSize, 1)
	for _, beta2 := range []float64{0, 0.5, 0.999} {
		settings := testSettings
		settings.Beta2, settings.MaxNorm = beta2, 1e6
		training := newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 1)
		before := training.optimiser.Network().B3[0]
		if _, _, err := training.Step(b.fill, settings); err != nil {
			t.Fatal(err)
		}
		g := float64(training.gradients.denseOf(0, segB3)[0])
		if v := float64(training.optimiser.Vectors()[2].B3[0]); math.Abs(v/((1-beta2)*g*g)-1) > 1e-5 {
			t.Errorf("β₂ %g: second moment %g of the gradient %g", beta2, v, g)
		}
		if moved := math.Abs(float64(training.optimiser.Network().B3[0] - before)); math.Abs(moved/settings.Rate-1) > 1e-3 {
			t.Errorf("β₂ %g: moved by %g", beta2, moved)
		}
	}
}

func TestCheckBatch(t *testing.T) {
	for n, ok := range map[int]bool{-256: false, 0: false, 255: false, 256: true, 257: false, 16384: true} {
		if err := CheckBatch(n); (err == nil) != ok {
			t.Errorf("batch %d: %v", n, err)
		}
	}
}
