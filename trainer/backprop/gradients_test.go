package backprop

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

var testInputs = Inputs{Count: nnue.Inputs, MaxActive: 60}

// randomBatch is a batch of made-up positions: every position with its own number of random
// features, targets and weights.
type randomBatch struct {
	own, enemy     [][]uint16
	target, weight []float32
}

func newRandomBatch(n int, seed uint64) *randomBatch {
	r := rand.New(rand.NewPCG(seed, 1))
	b := &randomBatch{}
	for range n {
		count := 20 + r.IntN(40)
		b.own = append(b.own, randomFeatures(r, count))
		b.enemy = append(b.enemy, randomFeatures(r, count))
		b.target = append(b.target, r.Float32())
		b.weight = append(b.weight, 0.5+r.Float32()/2)
	}
	return b
}

// randomFeatures prefers low numbers, as real positions prefer some features.
func randomFeatures(r *rand.Rand, n int) []uint16 {
	seen := map[uint16]bool{}
	for len(seen) < n {
		seen[uint16(nnue.Inputs*r.Float64()*r.Float64())] = true
	}
	var f []uint16
	for x := range seen {
		f = append(f, x)
	}
	slices.Sort(f)
	return f
}

func (b *randomBatch) fill(c *Chunk, from, to int) {
	for i := from; i < to; i++ {
		c.Add(Example{Own: b.own[i], Enemy: b.enemy[i], Target: b.target[i], Weight: b.weight[i]})
	}
}

// loss computes the batch's loss in float64 throughout, from Params' layout: an independent
// second way.
func (b *randomBatch) loss(p *reference, exponent float64) float64 {
	sum := 0.0
	for i := range b.own {
		e := 1/(1+math.Exp(-p.logit(b.own[i], b.enemy[i]))) - float64(b.target[i])
		sum += float64(b.weight[i]) * math.Pow(math.Abs(e), exponent)
	}
	return sum / float64(len(b.own))
}

// reference is a network in float64, tensors as in nnue.Params.
type reference [numSegments][]float64

func newReference(p *nnue.Params) *reference {
	var r reference
	for i, t := range p.Tensors() {
		for _, x := range t.Data {
			r[i] = append(r[i], float64(x))
		}
	}
	return &r
}

func (r *reference) logit(own, enemy []uint16) float64 {
	limit := func(x float64) float64 { return min(max(x, 0), 1) }
	var joined []float64
	for _, active := range [][]uint16{own, enemy} {
		for j := range nnue.Width {
			z := r[segB0][j]
			for _, f := range active {
				z += r[segL0][int(f)*nnue.Width+j]
			}
			joined = append(joined, limit(z))
		}
	}
	layer := func(in []float64, w, b int) []float64 {
		out := slices.Clone(r[b])
		for i, x := range in {
			for j := range out {
				out[j] += x * r[w][i*len(out)+j]
			}
		}
		return out
	}
	clipped := func(x []float64) []float64 {
		for i := range x {
			x[i] = limit(x[i])
		}
		return x
	}
	h1 := clipped(layer(joined, segL1, segB1))
	h2 := clipped(layer(h1, segL2, segB2))
	return layer(h2, segL3, segB3)[0]
}

// testSettings are those of a usual step.
var testSettings = Settings{Rate: 1e-3, Beta2: 0.999, Decay: 0.01, MaxNorm: 1, Exponent: 2}

func newTestTraining(set *kernel.Set, p *nnue.Params, batch, threads int) *Training {
	return NewTraining(NewOptimiser(testInputs, p, nnue.DefaultScales()), set, batch, threads)
}

// computeGradient returns the loss and the flat gradient of a batch.
func computeGradient(set *kernel.Set, p *nnue.Params, b *randomBatch, threads int, exponent float64, quantised bool) (float64, []float32) {
	t := newTestTraining(set, p, len(b.own), threads)
	t.gradients.exponent = exponent
	loss := t.passes(t.Load(quantised), b.fill)
	t.gradients.reduce(set, &t.workers)
	return loss, slices.Concat(t.gradients.first[0], t.gradients.dense[0])
}

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

// The gradient of every layer against differences of a float64 loss.
func TestGradientMatchesFiniteDifferences(t *testing.T) {
	b := newRandomBatch(21, 1)
	p := nnue.NewParams(5)
	ref := newReference(p)
	forSets(t, func(t *testing.T, set *kernel.Set) {
		for _, exponent := range []float64{2, 2.6, 1.3} {
			loss, g := computeGradient(set, p, b, 2, exponent, false)
			if want := b.loss(ref, exponent); math.Abs(loss-want) > 1e-6*want {
				t.Errorf("exponent %g: loss %.9g, want %.9g", exponent, loss, want)
			}
			for seg := range numSegments {
				checkSegment(t, b, ref, g, seg, exponent)
			}
		}
	})
}

// checkSegment compares up to 24 gradients of a segment, chosen so that most are not zero.
func checkSegment(t *testing.T, b *randomBatch, ref *reference, g []float32, seg int, exponent float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(seg), 9))
	const step = 1e-5
	nonzero := 0
	for range min(24, 4*len(ref[seg])) {
		i := r.IntN(len(ref[seg]))
		if seg == segL0 {
			i = int(b.own[0][r.IntN(len(b.own[0]))])*nnue.Width + r.IntN(nnue.Width)
		}
		x := ref[seg][i]
		ref[seg][i] = x + step
		up := b.loss(ref, exponent)
		ref[seg][i] = x - step
		down := b.loss(ref, exponent)
		ref[seg][i] = x
		want := (up - down) / (2 * step)
		got := float64(g[newLayout(testInputs).place(seg, i)])
		if math.Abs(got-want) > 2e-3*math.Abs(want)+2e-8 {
			t.Errorf("exponent %g, segment %d, element %d: gradient %g, difference quotient %g", exponent, seg, i, got, want)
		}
		if want != 0 {
			nonzero++
		}
	}
	if nonzero == 0 {
		t.Errorf("segment %d: no gradient that is not zero was compared", seg)
	}
}

// A fake-quantised step computes with rounded weights and activations, and its gradient is nearly
// that of the float network at the same place: what straight-through means.
func TestFakeQuantisedGradient(t *testing.T) {
	b := newRandomBatch(400, 3)
	p := nnue.NewParams(5)
	rounded := nnue.NewParams(5)
	nnue.DefaultScales().FakeQuantize(rounded, p)
	forSets(t, func(t *testing.T, set *kernel.Set) {
		lossFloat, g := computeGradient(set, rounded, b, 1, 2, false)
		loss, q := computeGradient(set, p, b, 1, 2, true)
		if loss == lossFloat || math.Abs(loss-lossFloat) > 0.01*lossFloat {
			t.Errorf("loss %g, without rounded activations %g", loss, lossFloat)
		}
		for seg, s := range newLayout(testInputs).segments {
			if c := cosine(s.of(g), s.of(q)); c < 0.9 {
				t.Errorf("segment %d: cosine of the two gradients %g", seg, c)
			}
		}
	})
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// Any number of threads gives the same bits.
func TestThreadsDoNotChangeBits(t *testing.T) {
	b := newRandomBatch(3*panelSize+chunkSize+17, 2)
	p := nnue.NewParams(6)
	forSets(t, func(t *testing.T, set *kernel.Set) {
		loss, g := computeGradient(set, p, b, 1, 2, false)
		for _, threads := range []int{2, 3, 8, 64} {
			loss2, g2 := computeGradient(set, p, b, threads, 2, false)
			if loss2 != loss {
				t.Errorf("%d threads: loss %v, one thread: %v", threads, loss2, loss)
			}
			for i := range g {
				if math.Float32bits(g[i]) != math.Float32bits(g2[i]) {
					t.Fatalf("%d threads: gradient %d is %v, with one thread %v", threads, i, g2[i], g[i])
				}
			}
		}
	})
}

func TestFlattenRoundTrip(t *testing.T) {
	p, l := nnue.NewParams(3), newLayout(testInputs)
	flat := make([]float32, l.flat)
	l.flatten(flat, p)
	if q := l.unflatten(flat); !slices.Equal(p.Flat, q.Flat) {
		t.Error("parameters changed on their way through the flat vector")
	}
	for seg, s := range l.segments {
		for i := s.from + s.size; i < s.to; i++ {
			if flat[i] != 0 {
				t.Errorf("padding of segment %d is %g", seg, flat[i])
			}
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, name := range kernel.Names() {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", name, threads), func(b *testing.B) {
				set, _ := kernel.ByName(name)
				const batch = 16384
				data := newRandomBatch(batch, 1)
				t := newTestTraining(set, nnue.NewParams(1), batch, threads)
				for b.Loop() {
					if _, _, err := t.Step(data.fill, testSettings); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}
