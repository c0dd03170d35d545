package nnue

import (
	"math"
	"math/rand/v2"
	"slices"

	"jieqi/dataset/lineage"
	"jieqi/nnue/architecture"
	"jieqi/nnue/features"
	"jieqi/nnue/safetensors"
)

// Params holds the float32 parameters that are trained. The slices are windows of one block,
// Flat, in the order below, which is that of architecture.Tensors; weights are input-major: the weights of one input to all outputs
// lie together.
type Params struct {
	Flat []float32 // all NumParams parameters

	L0 []float32 // [Inputs][Width], shared by both perspectives
	B0 []float32 // [Width]
	L1 []float32 // [Joined][Hidden1]
	B1 []float32 // [Hidden1]
	L2 []float32 // [Hidden1][Hidden2]
	B2 []float32 // [Hidden2]
	L3 []float32 // [Hidden2]
	B3 []float32 // [1]

	// Lineage is what the parameters were trained on. Files and Quantize carry it on; the zero value vouches for
	// nothing.
	Lineage lineage.Lineage
}

// TensorNames returns the names of the tensors of Params in the order of Flat.
func TensorNames() (names [NumTensors]string) {
	for i, t := range architecture.Tensors {
		names[i] = t.Name
	}
	return names
}

// ZeroParams returns parameters that are all zero, to be filled.
func ZeroParams() *Params {
	p := &Params{Flat: make([]float32, NumParams)}
	rest := p.Flat
	for i, window := range p.windows() {
		n := architecture.Tensors[i].Len()
		*window, rest = rest[:n:n], rest[n:]
	}
	return p
}

// windows returns the slices of p into Flat, in its order.
func (p *Params) windows() [NumTensors]*[]float32 {
	return [...]*[]float32{&p.L0, &p.B0, &p.L1, &p.B1, &p.L2, &p.B2, &p.L3, &p.B3}
}

// NewParams returns parameters to start training from, a pure function of seed: first layer
// uniform in ±1/√48 (about 48 inputs are on) with bias 0.25, the others uniform in ±1/√fan-in
// with the output's bias 0. They were trained on nothing.
func NewParams(seed uint64) *Params {
	p := ZeroParams()
	p.Lineage = lineage.None()
	rng := rand.New(rand.NewPCG(seed, 0x6a69657169)) // the stream: "jieqi"
	fill := func(dst []float32, fanIn float64) {
		bound := 1 / math.Sqrt(fanIn)
		for i := range dst {
			unit := float64(rng.Uint64()>>11) / (1 << 53)
			dst[i] = float32((2*unit - 1) * bound)
		}
	}
	fill(p.L0, 48)
	for i := range p.B0 {
		p.B0[i] = 0.25
	}
	fill(p.L1, Joined)
	fill(p.B1, Joined)
	fill(p.L2, Hidden1)
	fill(p.B2, Hidden1)
	fill(p.L3, Hidden2)
	return p
}

// Clone returns a copy that shares nothing with p.
func (p *Params) Clone() *Params {
	c := ZeroParams()
	copy(c.Flat, p.Flat)
	c.Lineage = p.Lineage
	return c
}

// MeanParams returns the mean of several parameters, weight by weight, at least of one; its lineage is that of all. The mean
// of networks that were trained from the same parameters on is a network like them; of others it is nonsense, since
// their neurons stand in other orders.
func MeanParams(of []*Params) *Params {
	mean := ZeroParams()
	mean.Lineage = of[0].Lineage
	for i := range mean.Flat {
		sum := 0.0
		for _, p := range of {
			sum += float64(p.Flat[i])
		}
		mean.Flat[i] = float32(sum / float64(len(of)))
	}
	for _, p := range of[1:] {
		mean.Lineage = mean.Lineage.Union(p.Lineage)
	}
	return mean
}

// Tensors returns the parameters by name, in the order of Flat. The data is p's own.
func (p *Params) Tensors() (tensors [NumTensors]safetensors.Tensor) {
	for i, window := range p.windows() {
		t := &architecture.Tensors[i]
		tensors[i] = safetensors.Tensor{Name: t.Name, Shape: slices.Clone(t.Shape), Data: *window}
	}
	return tensors
}

// Activations are what the layers of a network say of one position, 0 to 1.
type Activations struct {
	Joined  [Joined]float32 // of the first layer, the side to move first
	Hidden1 [Hidden1]float32
	Hidden2 [Hidden2]float32
	Logit   float32 // of the expected score of the side to move
}

// Forward returns the logit of the expected score of the side to move, given the inputs that
// are on as that side (own) and as its opponent (enemy) sees them. It is the slow reference:
// sums are float64.
func (p *Params) Forward(own, enemy []uint16) float32 {
	a := p.Activations(own, enemy, ClippedReLU)
	return a.Logit
}

// ForwardQuantized is Forward with the activations of the integer network (see Activate). On
// parameters that FakeQuantize has rounded it equals Network.Evaluate, apart from the unit.
func (p *Params) ForwardQuantized(own, enemy []uint16) float32 {
	a := p.Activations(own, enemy, Activate)
	return a.Logit
}

// ClippedReLU is what follows every layer of the float network but the last: z limited to 0..1.
func ClippedReLU(z float32) float32 { return min(max(z, 0), 1) }

// Activations returns what each layer says; activate, ClippedReLU or Activate, follows every layer but the last.
func (p *Params) Activations(own, enemy []uint16, activate func(float32) float32) (a Activations) {
	p.perspective(own, a.Joined[:Width], activate)
	p.perspective(enemy, a.Joined[Width:], activate)
	dense(p.L1, p.B1, a.Joined[:], a.Hidden1[:], activate)
	dense(p.L2, p.B2, a.Hidden1[:], a.Hidden2[:], activate)
	var out [1]float32
	dense(p.L3, p.B3, a.Hidden2[:], out[:], func(z float32) float32 { return z })
	a.Logit = out[0]
	return a
}

// perspective sets dst [Width] to the activations of the first layer.
func (p *Params) perspective(active []uint16, dst []float32, activate func(float32) float32) {
	var sums [Width]float64
	for j, b := range p.B0 {
		sums[j] = float64(b)
	}
	for _, input := range active {
		for j, w := range p.L0[int(input)*Width:][:Width] {
			sums[j] += float64(w)
		}
	}
	for j, z := range sums {
		dst[j] = activate(float32(z))
	}
}

// dense sets out to the activations of a layer with weights [len(in)][len(out)].
func dense(weights, bias, in, out []float32, activate func(float32) float32) {
	for j := range out {
		z := float64(bias[j])
		for i, x := range in {
			z += float64(x) * float64(weights[i*len(out)+j])
		}
		out[j] = activate(float32(z))
	}
}

// validInputs reports whether every input exists.
func validInputs(active []uint16) bool {
	for _, input := range active {
		if input >= features.Count {
			return false
		}
	}
	return true
}
