package trainer

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"jieqi/nnue"
	"jieqi/nnue/features"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// startOf returns what a run begins from.
func startOf(t *testing.T, cfg Config, o Options) (*run, *nnue.Params) {
	t.Helper()
	r, err := newRun(context.Background(), feed.NewSynthetic(12, 1), cfg, t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.log.Close() })
	return r, r.optimiser.Network()
}

// Balanced parameters are the uniform ones but for two biases, whatever the threads; under them the mean sums are
// in the middle, by a second way: float64 throughout, from the parameters' own layout.
func TestBalancedBeginning(t *testing.T) {
	cfg := smallConfig(t)
	uniform := nnue.NewParams(cfg.Seed)
	r, p := startOf(t, cfg, Options{Threads: 1})
	if _, q := startOf(t, cfg, Options{Threads: 5}); !sameParams(p, q) {
		t.Error("five threads balance otherwise than one")
	}
	sum1, sum2, n := make([]float64, nnue.Hidden1), make([]float64, nnue.Hidden2), 0.0
	s := r.reader.Stream(context.Background(), feed.Cursor{})
	defer s.Close()
	var b feed.Batch
	if err := s.Next(context.Background(), &b, balanceSamples); err != nil {
		t.Fatal(err)
	}
	b.Show(0, balanceSamples, func(x feed.Shown) {
		var both features.Both
		own, enemy := both.Packed(&x.View, x.Mirror)
		z1 := sums64(p.L1, p.B1, append(firstLayer(p, own), firstLayer(p, enemy)...))
		z2 := sums64(p.L2, p.B2, clipped(z1))
		for i, z := range z1 {
			sum1[i] += z
		}
		for i, z := range z2 {
			sum2[i] += z
		}
		n++
	})
	for _, layer := range [][]float64{sum1, sum2} {
		for i, sum := range layer {
			if math.Abs(sum/n-0.5) > 1e-4 {
				t.Errorf("of %d neurons, number %d has the mean sum %g", len(layer), i, sum/n)
			}
		}
	}
	copy(p.B1, uniform.B1)
	copy(p.B2, uniform.B2)
	if !sameParams(p, uniform) {
		t.Error("more than the biases of the 16 and the 32 was changed")
	}
}

func firstLayer(p *nnue.Params, active []uint16) []float64 {
	z := make([]float64, nnue.Width)
	for j := range z {
		z[j] = float64(p.B0[j])
		for _, f := range active {
			z[j] += float64(p.L0[int(f)*nnue.Width+j])
		}
	}
	return clipped(z)
}

func sums64(weight, bias []float32, in []float64) []float64 {
	z := make([]float64, len(bias))
	for j := range z {
		z[j] = float64(bias[j])
		for i, x := range in {
			z[j] += x * float64(weight[i*len(bias)+j])
		}
	}
	return z
}

func clipped(z []float64) []float64 {
	x := make([]float64, len(z))
	for i := range z {
		x[i] = min(max(z[i], 0), 1)
	}
	return x
}

func sameParams(a, b *nnue.Params) bool {
	for i, x := range a.Flat {
		if math.Float32bits(x) != math.Float32bits(b.Flat[i]) {
			return false
		}
	}
	return true
}

// Uniform parameters stay as they are drawn, and a file's as they are.
func TestBeginningIsLeftAlone(t *testing.T) {
	cfg := smallConfig(t)
	path := filepath.Join(t.TempDir(), "init.safetensors")
	if err := nnue.NewParams(9).Save(path, nil); err != nil {
		t.Fatal(err)
	}
	if _, p := startOf(t, cfg, Options{Threads: 2, Init: path}); !sameParams(p, nnue.NewParams(9)) {
		t.Error("the parameters of a file were balanced")
	}
	cfg.Init = InitUniform
	if _, p := startOf(t, cfg, Options{Threads: 2}); !sameParams(p, nnue.NewParams(cfg.Seed)) {
		t.Error("uniform parameters were changed")
	}
}

// Balanced, no neuron of the small layers begins dead or saturated; uniform, some do.
func TestBalanceOpensNeurons(t *testing.T) {
	cfg := smallConfig(t)
	use := func() int {
		r, p := startOf(t, cfg, Options{Threads: 2})
		v := validate(r.inference, backprop.WeightsOf(inputs, p, r.set), r.survey.Held)
		n := 0
		for _, layer := range v.Neurons[1:] {
			n += layer.Dead + layer.Saturated
		}
		return n
	}
	balanced := use()
	cfg.Init = InitUniform
	if uniform := use(); balanced > 0 || uniform < 5 {
		t.Errorf("of no use: %d neurons balanced, %d uniform", balanced, uniform)
	}
}
