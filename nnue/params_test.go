package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jieqi/dataset/lineage"
	"jieqi/nnue/architecture"
)

// hashFloats returns the first 12 hexadecimal digits of the SHA-256 of the numbers' bits.
func hashFloats(values []float32) string {
	h := sha256.New()
	for _, x := range values {
		h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

func TestNewParamsGolden(t *testing.T) {
	const want = "4e872bc71d99"
	if got := hashFloats(NewParams(1).Flat); got != want {
		t.Errorf("parameters of seed 1 hash to %s, want %s", got, want)
	}
	if hashFloats(NewParams(2).Flat) == want {
		t.Error("seeds 1 and 2 give the same parameters")
	}
}

func TestNewParamsRanges(t *testing.T) {
	p := NewParams(7)
	if len(p.Flat) != 385_361 || NumParams != 385_361 {
		t.Fatalf("%d parameters, want 385,361", len(p.Flat))
	}
	bounds := [NumTensors]float64{1 / math.Sqrt(48), 0.25, 1 / math.Sqrt(512), 1 / math.Sqrt(512), 0.25, 0.25, 1 / math.Sqrt(32), 0}
	for i, tensor := range p.Tensors() {
		most := 0.0
		for _, x := range tensor.Data {
			most = max(most, math.Abs(float64(x)))
		}
		if most > bounds[i]*1.0001 || most < bounds[i]*0.8 {
			t.Errorf("%s: largest magnitude %g, want nearly %g", tensor.Name, most, bounds[i])
		}
	}
	for j, b := range p.B0 {
		if b != 0.25 {
			t.Fatalf("first-layer bias %d is %g, want 0.25", j, b)
		}
	}
}

func TestTensorsCoverFlat(t *testing.T) {
	p := ZeroParams()
	for i, tensor := range p.Tensors() {
		if n := architecture.Tensors[i].Len(); n != len(tensor.Data) {
			t.Errorf("%s: shape %v with %d numbers", tensor.Name, tensor.Shape, len(tensor.Data))
		}
		for j := range tensor.Data {
			tensor.Data[j] += float32(i + 1)
		}
	}
	want, at := 0, 0
	for i, tensor := range p.Tensors() {
		want += (i + 1) * len(tensor.Data)
		at += len(tensor.Data)
	}
	got := 0
	for _, x := range p.Flat {
		got += int(x)
	}
	if got != want || at != len(p.Flat) {
		t.Errorf("tensors overlap or leave a gap in Flat: sum %d, want %d", got, want)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	p := NewParams(1)
	c := p.Clone()
	c.L1[3]++
	if p.L1[3] == c.L1[3] || &p.Flat[0] == &c.Flat[0] {
		t.Error("a clone shares memory")
	}
}

// TestForwardByHand follows one path through a network of few weights.
func TestForwardByHand(t *testing.T) {
	p := ZeroParams()
	p.L0[10*Width+3], p.L0[11*Width+3], p.B0[3] = 0.5, -0.125, 0.25 // own: 0.625, enemy: 0.75
	p.L1[3*Hidden1+2], p.L1[(Width+3)*Hidden1+2], p.B1[2] = 2, -1, 0.0625
	p.L2[2*Hidden2+31], p.B2[31] = 0.5, 0.125
	p.L3[31], p.B3[0] = -3, 0.5
	own, enemy := []uint16{10, 11}, []uint16{10}
	// 512→16: 2·0.625 − 0.75 + 0.0625 = 0.5625; 16→32: 0.40625; out: −3·0.40625 + 0.5.
	if got := p.Forward(own, enemy); got != -0.71875 {
		t.Errorf("Forward = %g, want -0.71875", got)
	}
	// Swapped: 1.5 − 0.625 + 0.0625 = 0.9375; 0.59375.
	if got := p.Forward(enemy, own); got != -1.28125 {
		t.Errorf("swapped Forward = %g, want -1.28125", got)
	}
	p.B1[2] = 1 // clipped at 1 on both sides
	if a, b := p.Forward(own, enemy), p.Forward(enemy, own); a != -1.375 || b != -1.375 {
		t.Errorf("clipped Forward = %g and %g, want -1.375", a, b)
	}
}

func TestFloatAndIntegerAgree(t *testing.T) {
	p := NewParams(1)
	n := mustQuantise(t, p, DefaultScales())
	rng := rand.New(rand.NewPCG(3, 0))
	worst := 0.0
	for range 200 {
		own, enemy := randomInputs(rng), randomInputs(rng)
		d := math.Abs(float64(p.Forward(own, enemy)) - n.Logit(n.Evaluate(own, enemy)))
		worst = max(worst, d)
	}
	if worst > 0.02 || worst == 0 {
		t.Errorf("largest |float − integer| is %g of a logit, want above 0 and below 0.02", worst)
	}
}

func TestMeanParams(t *testing.T) {
	a, b, c := NewParams(1), NewParams(2), NewParams(3)
	b.Lineage = b.Lineage.With(lineage.New([]string{"p"}, []string{"s"}, 20, 20))
	c.Lineage = lineage.Lineage{}.With(lineage.New([]string{"q"}, []string{"s"}, 20, 20))
	mean := MeanParams([]*Params{a, b, c})
	for i, got := range mean.Flat {
		if want := (float64(a.Flat[i]) + float64(b.Flat[i]) + float64(c.Flat[i])) / 3; math.Abs(float64(got)-want) > 1e-7 {
			t.Fatalf("weight %d is %g, want %g", i, got, want)
		}
	}
	want := lineage.Lineage{}.With(lineage.New([]string{"q", "p"}, []string{"s"}, 20, 20))
	if !mean.Lineage.Equal(want) {
		t.Errorf("lineage %+v, want %+v", mean.Lineage, want)
	}
	if one := MeanParams([]*Params{b}); !slices.Equal(one.Flat, b.Flat) || !one.Lineage.Equal(b.Lineage) {
		t.Error("the mean of one is another")
	}
}
