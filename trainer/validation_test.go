package trainer

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue"
	"jieqi/nnue/features"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
	"jieqi/trainer/kernel"
)

// heldSamples makes a hold-out of two panels and a bit, some of it with results that say nothing.
func heldSamples(t *testing.T) []feed.Held {
	t.Helper()
	var held []feed.Held
	samples := samplesOf(t, 2100)
	for i, x := range samples {
		if i%5 == 0 {
			x.Flags |= dataset.ScoreOnly
		}
		held = append(held, feed.Held{Sample: x, Scale: 200})
	}
	return held
}

// logits computes the hold-out's logits the slow way.
func logits(p *nnue.Params, held []feed.Held) []float64 {
	var out []float64
	for i := range held {
		side := held[i].View.Side()
		own := features.ActivePacked(&held[i].View, side, false, nil)
		enemy := features.ActivePacked(&held[i].View, side.Other(), false, nil)
		out = append(out, float64(p.Forward(own, enemy)))
	}
	return out
}

// validateWith runs p over samples as it is.
func validateWith(set *kernel.Set, p *nnue.Params, held []feed.Held, threads int) *Validation {
	return validate(backprop.NewInference(inputs, threads), backprop.WeightsOf(inputs, p, set), held)
}

// forSets runs f with every kernel set of this machine.
func forSets(t *testing.T, f func(t *testing.T, set *kernel.Set)) {
	t.Helper()
	for _, name := range kernel.Names() {
		set, err := kernel.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { f(t, set) })
	}
}

func TestValidationAgainstTheSlowWay(t *testing.T) {
	held := heldSamples(t)[:700]
	p := nnue.NewParams(8)
	var want sums
	for i, z := range logits(p, held) {
		want.add(&held[i], score.Logistic(z))
	}
	ref := newSums()
	ref.merge(&sums{samples: want.samples, results: want.results, loss: want.loss,
		phaseSamples: want.phaseSamples, phaseLoss: want.phaseLoss, bins: want.bins,
		zeros: newSums().zeros, ones: newSums().ones})
	expected := ref.summary()
	forSets(t, func(t *testing.T, set *kernel.Set) {
		got := validateWith(set, p, held, 2)
		near := func(what string, a, b float64) {
			t.Helper()
			if math.Abs(a-b) > 1e-6*math.Abs(b) {
				t.Errorf("%s %.9g, want %.9g", what, a, b)
			}
		}
		if got.Samples != expected.Samples {
			t.Errorf("%d samples, want %d", got.Samples, expected.Samples)
		}
		near("loss at λ 0", got.Loss0, expected.Loss0)
		near("loss at λ 0.5", got.Loss05, expected.Loss05)
		near("loss at λ 1", got.Loss1, expected.Loss1)
		for i, phase := range expected.Phases {
			near("phase loss", got.Phases[i].Loss, phase.Loss)
			if got.Phases[i].Samples != phase.Samples || phase.Samples == 0 && i > 0 {
				t.Errorf("phase %d has %d samples, want %d", i, got.Phases[i].Samples, phase.Samples)
			}
		}
	})
}

func TestValidationIsTheSameForAnyThreads(t *testing.T) {
	held := heldSamples(t)
	p := nnue.NewParams(8)
	want := validateWith(kernel.Best(), p, held, 1)
	for _, threads := range []int{2, 3, 8} {
		if got := validateWith(kernel.Best(), p, held, threads); !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: %+v, one thread: %+v", threads, got, want)
		}
	}
}

// A neuron that is never on and one that is always full on are reported, and no others.
func TestDeadAndSaturatedNeurons(t *testing.T) {
	p := nnue.NewParams(8)
	for i := range nnue.Inputs {
		p.L0[i*nnue.Width+3], p.L0[i*nnue.Width+77] = 0, 0
	}
	p.B0[3], p.B0[77] = -1, 1.5
	for j := range p.B2 {
		p.B2[j] = 0.5
	}
	p.B1[5], p.B2[7] = -100, 100
	v := validateWith(kernel.Best(), p, heldSamples(t), 1)
	want := [3]NeuronUse{{nnue.Width, 1, 1}, {nnue.Hidden1, 1, 0}, {nnue.Hidden2, 0, 1}}
	if v.Neurons != want {
		t.Errorf("neurons %+v, want %+v", v.Neurons, want)
	}
}

// A quarter of a small layer may be of no use, more is worth a warning; the wide layer is not judged.
func TestWarning(t *testing.T) {
	for _, c := range []struct {
		neurons [3]NeuronUse
		want    string
	}{
		{[3]NeuronUse{{nnue.Width, 200, 0}, {16, 3, 1}, {32, 0, 8}}, ""},
		{[3]NeuronUse{{nnue.Width, 0, 0}, {16, 3, 2}, {32, 0, 0}}, "of 16 neurons 3 are dead and 2 saturated: "},
		{[3]NeuronUse{{nnue.Width, 0, 0}, {16, 5, 0}, {32, 9, 0}}, "of 16 neurons 5 are dead and 0 saturated, of 32 neurons 9 are dead"},
	} {
		v := Validation{Neurons: c.neurons}
		if got := v.Warning(); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q, want %q", c.neurons, got, c.want)
		}
	}
	var r run
	bad, good := &Validation{Neurons: [3]NeuronUse{{}, {16, 5, 0}, {32, 0, 0}}}, &Validation{}
	var told []int64
	for step, v := range []*Validation{good, bad, nil, bad, good, bad} {
		if r.warning(int64(step), v) != "" {
			told = append(told, int64(step))
		}
	}
	if !slices.Equal(told, []int64{1, 5}) {
		t.Errorf("warned after %v, want after what is new: 1 and 5", told)
	}
}

// The fake-quantised pass says what the integer network says.
func TestFakeQuantisedMatchesTheIntegerNetwork(t *testing.T) {
	held := heldSamples(t)[:512]
	p := nnue.NewParams(8)
	n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	forSets(t, func(t *testing.T, set *kernel.Set) {
		worst := 0.0
		o := backprop.NewOptimiser(inputs, p, nnue.DefaultScales())
		w := backprop.NewTraining(o, set, backprop.Group, 1).Load(true)
		backprop.NewInference(inputs, 1).Run(w, len(held), fillHeld(held), func(r backprop.Result) {
			var both features.Both
			for i, logit := range r.Logits {
				own, enemy := both.Packed(&held[r.First+i].View, false)
				worst = max(worst, math.Abs(float64(logit)-n.Logit(n.Evaluate(own, enemy))))
			}
		})
		if worst > 1e-5 {
			t.Errorf("logits differ by up to %g", worst)
		}
	})
}

func TestPhases(t *testing.T) {
	for i, r := range phaseRange {
		if phaseOf(r[0]) != i || phaseOf(r[1]) != i {
			t.Errorf("phase %d: ends %v are in phases %d and %d", i, r, phaseOf(r[0]), phaseOf(r[1]))
		}
	}
	start := board.StartPosition().Pack()
	if n := faceDown(&start); n != 30 {
		t.Errorf("%d face-down pieces at the start", n)
	}
}
