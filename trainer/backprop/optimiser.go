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
	epsilon = 1e-8
)

// Optimiser owns the parameters and what decides how they move: all that lasts from one step to
// the next.
type Optimiser struct {
	layout *layout
	grids  [numSegments]nnue.Grid // bounds of the weights

	step    int64     // steps taken
	params  []float32 // [flat]
	m, v    []float32 // [flat] first and second moments
	average []float32 // [flat] of the parameters over the last steps; nil if none is kept
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

// Network returns a copy of what is to be used: the average, if one is kept, otherwise the parameters.
func (o *Optimiser) Network() *nnue.Params { return o.layout.unflatten(o.network()) }

func (o *Optimiser) network() []float32 {
	if o.average != nil {
		return o.average
	}
	return o.params
}

// KeepAverage begins an exponential moving average of the parameters, at what they are. Step n, counted
// from 1, moves it by 1 − min(Settings.Average, n/(n+10)) of the way to the parameters: what they were at the
// beginning is soon forgotten.
func (o *Optimiser) KeepAverage() {
	o.average = alignedFloats(o.layout.flat)
	copy(o.average, o.params)
}

// Vectors returns copies of the parameters, of the first and second moments and, if it is kept, of the
// average: with the number of steps, all that Restore needs to go on to the same bits.
func (o *Optimiser) Vectors() []*nnue.Params {
	var vectors []*nnue.Params
	for _, flat := range o.vectors() {
		vectors = append(vectors, o.layout.unflatten(flat))
	}
	return vectors
}

func (o *Optimiser) vectors() [][]float32 {
	v := [][]float32{o.params, o.m, o.v}
	if o.average != nil {
		v = append(v, o.average)
	}
	return v
}

// Restore sets what Steps and Vectors of an optimiser like this one returned.
func (o *Optimiser) Restore(steps int64, vectors []*nnue.Params) {
	o.step = steps
	for i, flat := range o.vectors() {
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
// bias correction, decay on weights only, the gradient scaled down to the norm s.MaxNorm
// if it is longer, and every weight kept within its grid; then one of the average. It returns the gradient's norm.
func (o *Optimiser) update(set *kernel.Set, w *workers, g *gradients, s Settings) (norm float64, err error) {
	norm = g.norm(set, w)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return norm, fmt.Errorf("step %d: gradient norm is %g: %w", o.step+1, norm, ErrNotFinite)
	}
	o.step++
	u := kernel.Update{
		Scale: 1,
		Beta1: beta1, Rest1: 1 - beta1,
		Beta2: float32(s.Beta2), Rest2: float32(1 - s.Beta2),
		Rate:    float32(s.Rate / (1 - math.Pow(beta1, float64(o.step)))),
		Root:    float32(1 / math.Sqrt(1-math.Pow(s.Beta2, float64(o.step)))),
		Epsilon: epsilon,
	}
	if norm > s.MaxNorm {
		u.Scale = float32(s.MaxNorm / norm)
	}
	share := float32(1 - min(s.Average, float64(o.step)/float64(o.step+10)))
	w.each(len(o.layout.pieces), func(i int) {
		p, own := o.layout.pieces[i], u
		own.Keep = float32(1 - s.Rate*s.decay(p.segment))
		own.Limit = o.grids[p.segment].MaxFloat()
		set.AdamW(o.params[p.from:p.to], o.m[p.from:p.to], o.v[p.from:p.to], g.part(p, 0), &own)
		if o.average != nil {
			set.Blend(o.average[p.from:p.to], o.params[p.from:p.to], share)
		}
	})
	return norm, nil
}

// decay returns the weight decay of a segment: biases have none.
func (s *Settings) decay(seg int) float64 {
	switch seg {
	case segL0:
		return s.DecayFirst
	case segL1, segL2, segL3:
		return s.Decay
	}
	return 0
}
