package trainer

import (
	"math"
	"reflect"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue"
	"jieqi/nnue/features"
	"jieqi/trainer/kernel"
)

// heldSamples makes a hold-out of two panels and a bit, some of it with results that say nothing.
func heldSamples(t *testing.T) []heldSample {
	t.Helper()
	var held []heldSample
	samples := samplesOf(t, 2100)
	for i, x := range samples {
		if i%5 == 0 {
			x.Flags |= dataset.ScoreOnly
		}
		held = append(held, heldSample{x, 200})
	}
	return held
}

// logits computes the hold-out's logits the slow way.
func logits(p *nnue.Params, held []heldSample) []float64 {
	var out []float64
	for i := range held {
		side := held[i].View.Side()
		own := features.ActivePacked(&held[i].View, side, false, nil)
		enemy := features.ActivePacked(&held[i].View, side.Other(), false, nil)
		out = append(out, float64(p.Forward(own, enemy)))
	}
	return out
}

func weightsOf(set *kernel.Set, p *nnue.Params, quantised bool) *weights {
	o := newOptimiser(1, p, nnue.DefaultScales())
	w := newWeights(set)
	w.load(o.params, quantised, &o.grids, 1)
	return w
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
		got := newGradients(panelSize, 2).evaluate(weightsOf(set, p, false), held)
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
	w := weightsOf(kernel.Best(), nnue.NewParams(8), false)
	want := newGradients(8*panelSize, 1).evaluate(w, held)
	for _, threads := range []int{2, 3, 8} {
		if got := newGradients(8*panelSize, threads).evaluate(w, held); !reflect.DeepEqual(got, want) {
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
	v := newGradients(panelSize, 1).evaluate(weightsOf(kernel.Best(), p, false), heldSamples(t))
	want := [3]NeuronUse{{nnue.Width, 1, 1}, {nnue.Hidden1, 1, 0}, {nnue.Hidden2, 0, 1}}
	if v.Neurons != want {
		t.Errorf("neurons %+v, want %+v", v.Neurons, want)
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
		g := newGradients(panelSize, 1)
		g.forward(weightsOf(set, p, true), held, func(pn *panel, first int) {
			for _, c := range pn.chunks {
				for j := range c.n {
					own, enemy := c.index[c.start[2*j]:c.start[2*j+1]], c.index[c.start[2*j+1]:c.start[2*j+2]]
					worst = max(worst, math.Abs(float64(c.logit[j])-n.Logit(n.Evaluate(own, enemy))))
				}
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
