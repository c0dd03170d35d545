package backprop

import (
	"errors"
	"fmt"
	"math"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// ErrNotFinite says that a loss or a gradient became infinite or not a number. The parameters
// are still those of the step before.
var ErrNotFinite = errors.New("not a finite number")

// AdamW's constants.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// Optimiser owns the parameters and what decides how they move: all that lasts from one step to
// the next.
type Optimiser struct {
	layout *layout
	grids  [numSegments]nnue.Grid // bounds of the weights

	step   int64     // steps taken
	params []float32 // [flat]
	m, v   []float32 // [flat] first and second moments
}

// NewOptimiser begins at p, whose weights are kept within what the scales allow. p is copied; it
// must have in.Count inputs.
func NewOptimiser(in Inputs, p *nnue.Params, scales nnue.Scales) *Optimiser {
	l := newLayout(in)
	o := &Optimiser{
		layout: l, grids: scales.Grids(),
		params: alignedFloats(l.flat), m: alignedFloats(l.flat), v: alignedFloats(l.flat),
	}
	l.flatten(o.params, p)
	return o
}

// Steps returns how many steps have been taken.
func (o *Optimiser) Steps() int64 { return o.step }

// Params returns a copy of the parameters.
func (o *Optimiser) Params() *nnue.Params { return o.layout.unflatten(o.params) }

// Vectors returns copies of the parameters and of the first and second moments: with the number of
// steps, all that Restore needs to go on to the same bits.
func (o *Optimiser) Vectors() [3]*nnue.Params {
	return [3]*nnue.Params{o.layout.unflatten(o.params), o.layout.unflatten(o.m), o.layout.unflatten(o.v)}
}

// Restore sets what Steps and Vectors returned.
func (o *Optimiser) Restore(steps int64, vectors [3]*nnue.Params) {
	o.step = steps
	for i, flat := range [3][]float32{o.params, o.m, o.v} {
		o.layout.flatten(flat, vectors[i])
	}
}

// Norms returns the Euclidean length of each tensor, in the order of nnue.Params.Tensors.
func (o *Optimiser) Norms() (norms [nnue.NumTensors]float64) {
	for i, s := range o.layout.segments {
		sum := 0.0
		for _, x := range s.of(o.params) {
			sum += float64(x) * float64(x)
		}
		norms[i] = math.Sqrt(sum)
	}
	return norms
}

// update takes one step along the gradients of a batch, which reduce has summed: AdamW with
// bias correction, decay on dense weights only, the gradient scaled down to the norm s.MaxNorm
// if it is longer, and every weight kept within its grid. It returns the gradient's norm.
func (o *Optimiser) update(set *kernel.Set, threads int, g *gradients, s Settings) (norm float64, err error) {
	norm = g.norm(set, threads)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return norm, fmt.Errorf("step %d: gradient norm is %g: %w", o.step+1, norm, ErrNotFinite)
	}
	o.step++
	u := kernel.Update{
		Scale: 1,
		Beta1: beta1, Rest1: 1 - beta1,
		Beta2: beta2, Rest2: 1 - beta2,
		Rate:    float32(s.Rate / (1 - math.Pow(beta1, float64(o.step)))),
		Root:    float32(1 / math.Sqrt(1-math.Pow(beta2, float64(o.step)))),
		Epsilon: epsilon,
	}
	if norm > s.MaxNorm {
		u.Scale = float32(s.MaxNorm / norm)
	}
	parallel(threads, len(o.layout.pieces), func(i int) {
		p, own := o.layout.pieces[i], u
		own.Keep = 1
		if decays(p.segment) {
			own.Keep = float32(1 - s.Rate*s.Decay)
		}
		own.Limit = o.grids[p.segment].MaxFloat()
		set.AdamW(o.params[p.from:p.to], o.m[p.from:p.to], o.v[p.from:p.to], g.part(p, 0), &own)
	})
	return norm, nil
}

// decays reports whether a segment holds weights of the dense layers.
func decays(seg int) bool { return seg == segL1 || seg == segL2 || seg == segL3 }
