package backprop

import (
	"errors"
	"math"
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
	if _, err := o.update(kernel.Best(), 1, training.gradients, Settings{Rate: 1e-3, MaxNorm: 1}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("a gradient that is not a number: %v", err)
	}
	if o.step != 0 || o.params[o.layout.segments[segL3].from+1] != bad.L3[1] {
		t.Error("the parameters were touched")
	}
	b := newRandomBatch(chunkSize, 1)
	b.target[7] = float32(math.NaN())
	training = newTestTraining(kernel.Best(), nnue.NewParams(1), chunkSize, 1)
	before := training.optimiser.Params()
	if _, _, err := training.Step(b.fill, Settings{Rate: 1e-3, MaxNorm: 1}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("a loss that is not a number: %v", err)
	}
	for i, x := range training.optimiser.Params().Flat {
		if x != before.Flat[i] {
			t.Fatalf("parameter %d moved", i)
		}
	}
}

// An optimiser restored from what another one was at goes on to the same bits.
func TestRestoreGoesOn(t *testing.T) {
	b := newRandomBatch(2*chunkSize, 4)
	settings := Settings{Rate: 1e-2, Decay: 0.01, MaxNorm: 1}
	steps := func(o *Optimiser, n int) {
		training := NewTraining(o, kernel.Best(), 2*chunkSize, 2)
		for range n {
			if _, _, err := training.Step(b.fill, settings); err != nil {
				t.Fatal(err)
			}
		}
	}
	o := NewOptimiser(testInputs, nnue.NewParams(1), nnue.DefaultScales())
	steps(o, 2)
	restored := NewOptimiser(testInputs, nnue.NewParams(9), nnue.DefaultScales())
	restored.Restore(o.Steps(), o.Vectors())
	steps(o, 3)
	steps(restored, 3)
	if o.Steps() != 5 || restored.Steps() != 5 {
		t.Errorf("%d and %d steps taken, not 5", o.Steps(), restored.Steps())
	}
	for i, v := range o.Vectors() {
		for j, x := range restored.Vectors()[i].Flat {
			if x != v.Flat[j] {
				t.Fatalf("vector %d, element %d: %g, not %g", i, j, x, v.Flat[j])
			}
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
