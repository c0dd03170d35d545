package nnue

import (
	"crypto/sha256"
	"fmt"

	"jieqi/engine/score"
)

// Network is the integer form that plays. It is immutable, so any number of goroutines may
// evaluate with one Network.
//
// The layers come first so that their rows lie on cache lines: the allocator puts an object of
// this size on a page.
type Network struct {
	first      firstLayer
	later      laterLayers
	scales     Scales
	provenance []byte            // canonical JSON of a Provenance
	digest     [sha256.Size]byte // of everything in n's file before it
	kernel     kernel
}

// firstLayer is the shared first layer at FirstScale.
type firstLayer struct {
	weights [Inputs]lanes
	start   lanes // bias + 1: the accumulator with no input on, half an activation step added
}

// inputGroup is how many neighbouring inputs of a later layer lie together for each output.
const inputGroup = 4

// laterLayers is everything after the accumulators, in the orders that kernels read. The dense
// weights are there twice: w1 and w2 for SIMD, in groups of inputGroup inputs, [group][output][input
// of the group]; rows1 and rows2 for the scalar kernel. Biases have half a step added, so that a
// plain shift rounds to nearest.
type laterLayers struct {
	w1             [Joined * Hidden1]int8
	w2             [Hidden1 * Hidden2]int8
	w3             [Hidden2]int16
	b1             [Hidden1]int32
	b2             [Hidden2]int32
	b3             int32
	shift1, shift2 uint32 // log2 of the scales
	rows1          [Joined]weightRow
	rows2          [Hidden2 / rowOutputs][blockSize]weightRow // the first Hidden1 are used
}

// setDense1 makes w the weight from one of the joined inputs to an output of 512 → 16.
func (l *laterLayers) setDense1(input, output int, w int8) {
	l.w1[grouped(input, output, Hidden1)] = w
	l.rows1[input].set(output, w)
}

// setDense2 is setDense1 for 16 → 32.
func (l *laterLayers) setDense2(input, output int, w int8) {
	l.w2[grouped(input, output, Hidden2)] = w
	l.rows2[output/rowOutputs][input].set(output%rowOutputs, w)
}

// grouped returns where the weight of an input to an output lies in laterLayers.
func grouped(input, output, outputs int) int {
	return input/inputGroup*outputs*inputGroup + output*inputGroup + input%inputGroup
}

// Scales returns the integer grid of n.
func (n *Network) Scales() Scales { return n.scales }

// Params returns the parameters that n plays with, in float: what FakeQuantize made of those it comes from, and with
// their lineage. Quantize turns them into a network of the same weights.
func (n *Network) Params() *Params {
	p := ZeroParams()
	p.Lineage = n.Provenance().Lineage
	grids, ints := n.scales.Grids(), n.integers()
	for i, t := range p.Tensors() {
		for j, v := range ints[i] {
			t.Data[j] = float32(float64(v) / grids[i].Scale)
		}
	}
	return p
}

// Evaluate returns the output for the side to move in units of 1/OutputUnits, given the
// inputs that are on as that side (own) and as its opponent (enemy) sees them. It panics when
// an input does not exist. Use an Evaluator to follow a search.
func (n *Network) Evaluate(own, enemy []uint16) int32 {
	if !validInputs(own) || !validInputs(enemy) {
		panic(fmt.Sprintf("nnue: input beyond %d in %v or %v", Inputs-1, own, enemy))
	}
	var acc accumulator
	n.kernel.accumulate(&acc[0], &n.first.start, &n.first.weights, own, nil)
	n.kernel.accumulate(&acc[1], &n.first.start, &n.first.weights, enemy, nil)
	return n.kernel.output(&acc[0], &acc[1], &n.later)
}

// OutputUnits is what a logit of 1 is in the results of Evaluate.
func (n *Network) OutputUnits() int32 { return int32(ActivationMax * n.scales.Output) }

// Logit returns an output of Evaluate as a logit of the expected score.
func (n *Network) Logit(output int32) float64 { return float64(output) / float64(n.OutputUnits()) }

// scaleTenths is score.Scale in tenths of a centipawn, for integer arithmetic.
const scaleTenths = score.Scale * 10

// Centipawns returns an output of Evaluate in centipawns of the side to move: score.Scale times
// the logit, rounded to nearest (halves away from zero) and clamped to ±score.MaxEval.
func (n *Network) Centipawns(output int32) score.Value {
	units := 10 * int64(n.OutputUnits())
	v := int64(output) * scaleTenths
	if v < 0 {
		v -= units / 2
	} else {
		v += units / 2
	}
	return score.Value(max(min(v/units, int64(score.MaxEval)), -int64(score.MaxEval)))
}
