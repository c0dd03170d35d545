package nnue

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"

	"jieqi/nnue/architecture"
	"jieqi/nnue/safetensors"
)

// RangeError says that a parameter cannot be written on its grid.
type RangeError struct {
	Tensor string
	Index  int // in the tensor's data
	Value  float32
	Limit  float64 // largest magnitude that fits
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("%s[%d] is %g, beyond ±%.4g at its scale", e.Tensor, e.Index, e.Value, e.Limit)
}

// Unfit reports whether err is Quantize's refusal of the parameters themselves, a *RangeError or an *OverflowError.
func Unfit(err error) bool {
	var beyond *RangeError
	var overflow *OverflowError
	return errors.As(err, &beyond) || errors.As(err, &overflow)
}

// Quantize returns the integer form of p on the grid s. It proves from the actual weights that
// no first-layer sum of a legal position leaves int16, and refuses with an *OverflowError naming
// the neuron otherwise; a parameter that does not fit its grid is refused with a *RangeError.
// The network says that it was made from what from tells, and that its lineage is p's.
func Quantize(p *Params, s Scales, from Provenance) (*Network, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("quantise: %w", err)
	}
	from.Lineage = p.Lineage
	text, err := from.encode()
	if err != nil {
		return nil, fmt.Errorf("quantise: %w", err)
	}
	var ints integers
	grids := s.Grids()
	for i, t := range p.Tensors() {
		if ints[i], err = roundTensor(t, grids[i]); err != nil {
			return nil, fmt.Errorf("quantise: %w", err)
		}
	}
	n, err := newNetwork(&ints, s, text)
	if err != nil {
		return nil, fmt.Errorf("quantise: %w", err)
	}
	n.digest = sha256.Sum256(n.encodeBody())
	return n, nil
}

func roundTensor(t safetensors.Tensor, g Grid) ([]int32, error) {
	dst := make([]int32, len(t.Data))
	for i, x := range t.Data {
		v := g.round(x)
		if !(v >= -float64(g.limit) && v <= float64(g.limit)) { // also true of NaN
			return nil, &RangeError{Tensor: t.Name, Index: i, Value: x, Limit: float64(g.limit) / g.Scale}
		}
		dst[i] = int32(v)
	}
	return dst, nil
}

// integers holds the quantised tensors in the order of Params.Tensors: the neutral form between
// floats, files and kernels.
type integers [NumTensors][]int32

// newNetwork arranges checked integers for the kernels after proving that they cannot overflow. The
// digest is left to the caller.
func newNetwork(ints *integers, s Scales, provenance []byte) (*Network, error) {
	if err := proveBounds(ints[0], ints[1]); err != nil {
		return nil, err
	}
	n := &Network{scales: s, provenance: provenance, kernel: bestKernel()}
	for i, w := range ints[0] {
		n.first.weights[i/Width].set(i%Width, int16(w))
	}
	for j, b := range ints[1] {
		n.first.start.set(j, int16(b+1))
	}
	l := &n.later
	l.shift1, l.shift2 = uint32(bits.TrailingZeros(uint(s.Dense1))), uint32(bits.TrailingZeros(uint(s.Dense2)))
	for i, w := range ints[2] {
		l.setDense1(i/Hidden1, i%Hidden1, int8(w))
	}
	for j, b := range ints[3] {
		l.b1[j] = b + int32(s.Dense1/2)
	}
	for i, w := range ints[4] {
		l.setDense2(i/Hidden2, i%Hidden2, int8(w))
	}
	for j, b := range ints[5] {
		l.b2[j] = b + int32(s.Dense2/2)
	}
	for j, w := range ints[6] {
		l.w3[j] = int16(w)
	}
	l.b3 = ints[7][0]
	return n, nil
}

// integers returns n in the neutral form, the inverse of newNetwork.
func (n *Network) integers() *integers {
	var ints integers
	for i, t := range architecture.Tensors {
		ints[i] = make([]int32, t.Len())
	}
	for i := range ints[0] {
		ints[0][i] = int32(n.first.weights[i/Width].at(i % Width))
	}
	for j := range ints[1] {
		ints[1][j] = int32(n.first.start.at(j)) - 1
	}
	l := &n.later
	for i := range ints[2] {
		ints[2][i] = int32(l.w1[grouped(i/Hidden1, i%Hidden1, Hidden1)])
	}
	for j := range ints[3] {
		ints[3][j] = l.b1[j] - int32(n.scales.Dense1/2)
	}
	for i := range ints[4] {
		ints[4][i] = int32(l.w2[grouped(i/Hidden2, i%Hidden2, Hidden2)])
	}
	for j := range ints[5] {
		ints[5][j] = l.b2[j] - int32(n.scales.Dense2/2)
	}
	for j := range ints[6] {
		ints[6][j] = int32(l.w3[j])
	}
	ints[7][0] = l.b3
	return &ints
}
