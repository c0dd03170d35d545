package backprop

import (
	"math"
	"sync/atomic"
	"testing"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// Inference says of every position once what the float64 reference says, the same bits for any
// number of threads, and as a training pass.
func TestInference(t *testing.T) {
	const n = Group + chunkSize + 17
	b := newRandomBatch(n, 2)
	p := nnue.NewParams(6)
	ref := newReference(p)
	forSets(t, func(t *testing.T, set *kernel.Set) {
		want := trainingLogits(set, p, b)
		for _, threads := range []int{1, 3} {
			var got [n]float32
			var seen atomic.Int64
			NewInference(testInputs, threads).Run(WeightsOf(testInputs, p, set), n, b.fill, func(r Result) {
				seen.Add(int64(copy(got[r.First:], r.Logits)))
			})
			if seen.Load() != n {
				t.Errorf("%d threads: %d logits for %d positions", threads, seen.Load(), n)
			}
			for i, z := range got {
				if math.Float32bits(z) != math.Float32bits(want[i]) {
					t.Fatalf("%d threads, position %d: logit %v, in a training pass %v", threads, i, z, want[i])
				}
				if i%50 == 0 {
					if slow := ref.logit(b.own[i], b.enemy[i]); math.Abs(float64(z)-slow) > 1e-5 {
						t.Errorf("position %d: logit %g, want %g", i, z, slow)
					}
				}
			}
		}
	})
}

// trainingLogits returns the logits that a training step computes on its way.
func trainingLogits(set *kernel.Set, p *nnue.Params, b *randomBatch) []float32 {
	n := len(b.own)
	training := newTestTraining(set, p, n, 1)
	w := training.Load(false)
	var logits []float32
	for number := range training.gradients.plan.panels {
		team := training.teams[0]
		team.pass(w, training.gradients, b.fill, 0, number, number)
		for _, c := range team.panel.chunks {
			logits = append(logits, c.logit[:c.n]...)
		}
	}
	return logits
}

func BenchmarkInference(b *testing.B) {
	const n = 16384
	data := newRandomBatch(n, 1)
	w := WeightsOf(testInputs, nnue.NewParams(1), kernel.Best())
	f := NewInference(testInputs, 1)
	for b.Loop() {
		f.Run(w, n, data.fill, func(Result) {})
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
