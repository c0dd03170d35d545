package nnue

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue/features"
)

func TestScalesCheck(t *testing.T) {
	for _, s := range []Scales{DefaultScales(), {16, 16, 16}, {256, 256, 4096}} {
		if err := s.Check(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for name, s := range map[string]Scales{
		"dense1": {Dense1: 0, Dense2: 64, Output: 1024},
		"dense2": {Dense1: 64, Dense2: 96, Output: 1024},
		"output": {Dense1: 64, Dense2: 64, Output: 8192},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: error %v does not name %s", s, err, name)
		}
		if _, err := Quantize(NewParams(1), s, Provenance{}); err == nil {
			t.Errorf("%+v: quantised", s)
		}
	}
}

func TestFakeQuantisedFloatEqualsInteger(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for _, s := range []Scales{DefaultScales(), {64, 64, 1024}, {256, 128, 2048}} {
		p := testParams()
		s.Clip(p)
		s.FakeQuantize(p, p)
		n := mustQuantise(t, p, s)
		for range 100 {
			own, enemy := randomInputs(rng), randomInputs(rng)
			want := n.Evaluate(own, enemy)
			got := math.Round(float64(p.ForwardQuantized(own, enemy)) * float64(n.OutputUnits()))
			if math.Abs(got-float64(want)) > 1 { // float32 holds the logit to a unit or so
				t.Fatalf("%+v: fake-quantised %g, integer %d", s, got, want)
			}
		}
	}
}

func TestActivateFollowsTheKernels(t *testing.T) {
	for sum := int32(-300); sum <= 600; sum++ { // first layer: units of 1/FirstScale
		want := clip((sum + 1) >> 1)
		if got := Activate(float32(sum) / FirstScale); got != float32(want)/ActivationMax {
			t.Fatalf("first layer, sum %d: %g, want %d/127", sum, got, want)
		}
	}
	for _, scale := range []int32{64, 128, 256} {
		for sum := -scale * 2; sum <= scale*130; sum++ {
			want := clip((sum + scale/2) / scale)
			if sum < 0 {
				want = clip((sum + scale/2) >> uint(math.Log2(float64(scale))))
			}
			if got := Activate(float32(sum) / float32(ActivationMax*scale)); got != float32(want)/ActivationMax {
				t.Fatalf("scale %d, sum %d: %g, want %d/127", scale, sum, got, want)
			}
		}
	}
}

func TestClippedParametersAlwaysQuantise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	s := DefaultScales()
	p := ZeroParams()
	for i := range p.Flat {
		p.Flat[i] = float32(rng.IntN(3)-1) * 1000
	}
	s.Clip(p)
	n := mustQuantise(t, p, s)
	if got := n.first.weights[0].at(0); p.L0[0] != 0 && got != firstClip && got != -firstClip {
		t.Errorf("a clipped weight is %d, want ±%d", got, firstClip)
	}
}

func TestQuantizeRefusesByName(t *testing.T) {
	for _, c := range []struct {
		tensor string
		set    func(p *Params)
		index  int
	}{
		{"l0.weight", func(p *Params) { p.L0[5] = 130 }, 5},
		{"l0.bias", func(p *Params) { p.B0[7] = float32(math.Inf(-1)) }, 7},
		{"l1.weight", func(p *Params) { p.L1[9] = 1 }, 9},
		{"l1.bias", func(p *Params) { p.B1[3] = 65 }, 3},
		{"l2.weight", func(p *Params) { p.L2[1] = -2 }, 1},
		{"l2.bias", func(p *Params) { p.B2[2] = float32(math.NaN()) }, 2},
		{"l3.weight", func(p *Params) { p.L3[31] = 32 }, 31},
		{"l3.bias", func(p *Params) { p.B3[0] = -65 }, 0},
	} {
		p := NewParams(1)
		c.set(p)
		_, err := Quantize(p, DefaultScales(), Provenance{})
		var e *RangeError
		if !errors.As(err, &e) || e.Tensor != c.tensor || e.Index != c.index || !strings.Contains(err.Error(), c.tensor) {
			t.Errorf("%s[%d]: error %v", c.tensor, c.index, err)
		}
	}
}

// TestOverflowProof sets one neuron's weights so that the bound is exactly int16's limit, and
// then one more.
func TestOverflowProof(t *testing.T) {
	const neuron = 17
	build := func(sign int, bias int) ([]int32, []int32) {
		weights, biases := make([]int32, Inputs*Width), make([]int32, Width)
		set := func(input, v int) { weights[input*Width+neuron] = int32(sign * v) }
		for point := range 40 { // 40 points, of which 32 can be taken: the best 32 of them
			set(point, 100)     // one piece
			set(90+point, 900)  // another piece on the same point: only one of them counts
			set(180+point, -50) // of no use to the maximum
		}
		for slot, v := range []int{-10, 30, 5, 7} { // advisors −10+30, elephants 5+7
			set(features.PieceInputs+slot, v)
		}
		biases[neuron] = int32(bias)
		return weights, biases
	}
	const most = 32*900 + 20 + 12
	for _, c := range []struct {
		sign, bias int
		refused    bool
	}{
		{1, math.MaxInt16 - most - 1, false},
		{1, math.MaxInt16 - most, true},
		{-1, math.MinInt16 + most - 1, false},
		{-1, math.MinInt16 + most - 2, true},
	} {
		err := proveBounds(build(c.sign, c.bias))
		var e *OverflowError
		if refused := errors.As(err, &e); refused != c.refused {
			t.Errorf("sign %d, bias %d: error %v, refused %v wanted", c.sign, c.bias, err, c.refused)
		} else if refused && (e.Neuron != neuron || !strings.Contains(err.Error(), "neuron 17")) {
			t.Errorf("error %v does not name neuron 17", err)
		}
	}
}

func TestQuantizeRefusesOverflow(t *testing.T) {
	p := ZeroParams()
	for i := range Inputs {
		p.L0[i*Width+200] = 3
	}
	_, err := Quantize(p, DefaultScales(), Provenance{})
	var e *OverflowError
	if !errors.As(err, &e) || e.Neuron != 200 {
		t.Fatalf("error %v, want an overflow of neuron 200", err)
	}
	if want := 62*3*FirstScale + 1; e.Max != want {
		t.Errorf("the neuron can reach %d, want %d: 32 pieces and 30 pool slots", e.Max, want)
	}
}

func TestCentipawns(t *testing.T) {
	n := testNetwork()
	units := float64(n.OutputUnits())
	rng := rand.New(rand.NewPCG(6, 0))
	for range 10000 {
		output := int32(rng.Uint32()) >> rng.IntN(20)
		exact := math.Round(score.Scale * float64(output) / units)
		want := score.Value(min(max(exact, float64(-score.MaxEval)), float64(score.MaxEval)))
		if got := n.Centipawns(output); got != want {
			t.Fatalf("Centipawns(%d) = %d, want %d", output, got, want)
		}
		if n.Centipawns(-output) != -n.Centipawns(output) && output != math.MinInt32 {
			t.Fatalf("Centipawns is not antisymmetric at %d", output)
		}
	}
	for _, c := range []struct {
		output int32
		want   score.Value
	}{{0, 0}, {n.OutputUnits(), 174}, {math.MaxInt32, score.MaxEval}, {math.MinInt32, -score.MaxEval}} {
		if got := n.Centipawns(c.output); got != c.want {
			t.Errorf("Centipawns(%d) = %d, want %d", c.output, got, c.want)
		}
	}
}

func TestEvaluatePanicsOnUnknownInput(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("input 1470 was accepted")
		}
	}()
	testNetwork().Evaluate([]uint16{Inputs}, nil)
}

func TestNetworkEvaluateAllocatesNothing(t *testing.T) {
	n := testNetwork()
	rng := rand.New(rand.NewPCG(8, 0))
	own, enemy := randomInputs(rng), randomInputs(rng)
	if a := testing.AllocsPerRun(100, func() { n.Evaluate(own, enemy) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestGoldenEvaluations pins the whole way from a seed to centipawns: start parameters,
// quantiser, file name, inputs and kernels.
func TestGoldenEvaluations(t *testing.T) {
	const wantName, wantValues = "jq-e9572ac6d7b2", "[-276 -346 -220 -349 -257 -324 -230 -333 -248 -305 -237 -297]"
	n := testNetwork()
	rng := rand.New(rand.NewPCG(12, 0))
	p := board.StartPosition()
	var values []score.Value
	for range 12 {
		values = append(values, n.Centipawns(n.Evaluate(features.Active(p, p.Side(), nil), features.Active(p, p.Side().Other(), nil))))
		m, r, ok := randomMove(rng, p)
		if !ok {
			t.Fatal("the game ended early")
		}
		var u board.Undo
		p.Make(m, r, &u)
	}
	if got := fmt.Sprint(values); n.Name() != wantName || got != wantValues {
		t.Errorf("network %s with values %s, want %s with %s", n.Name(), got, wantName, wantValues)
	}
}
