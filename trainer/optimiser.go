package trainer

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

// optimiser owns the parameters and how they move.
type optimiser struct {
	threads int
	grids   [numSegments]nnue.Grid // bounds of the weights

	step   int64     // steps taken
	params []float32 // [numFlat]
	m, v   []float32 // [numFlat] first and second moments
}

func newOptimiser(threads int, p *nnue.Params, scales nnue.Scales) *optimiser {
	o := &optimiser{
		threads: threads, grids: scales.Grids(),
		params: alignedFloats(numFlat), m: alignedFloats(numFlat), v: alignedFloats(numFlat),
	}
	flatten(o.params, p)
	return o
}

// update takes one step along the gradients of a batch, which reduce has summed: AdamW with
// bias correction, decay on dense weights only, the gradient scaled down to the norm maxNorm
// if it is longer, and every weight kept within its grid. It returns the gradient's norm.
func (o *optimiser) update(set *kernel.Set, g *gradients, rate, decay, maxNorm float64) (norm float64, err error) {
	norm = o.norm(set, g)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return norm, fmt.Errorf("step %d: gradient norm is %g: %w", o.step+1, norm, ErrNotFinite)
	}
	o.step++
	u := kernel.Update{
		Scale: 1,
		Beta1: beta1, Rest1: 1 - beta1,
		Beta2: beta2, Rest2: 1 - beta2,
		Rate:    float32(rate / (1 - math.Pow(beta1, float64(o.step)))),
		Root:    float32(1 / math.Sqrt(1-math.Pow(beta2, float64(o.step)))),
		Epsilon: epsilon,
	}
	if norm > maxNorm {
		u.Scale = float32(maxNorm / norm)
	}
	parallel(o.threads, len(allPieces), func(i int) {
		p, own := allPieces[i], u
		own.Keep = 1
		if decays(p.segment) {
			own.Keep = float32(1 - rate*decay)
		}
		own.Limit = o.grids[p.segment].MaxFloat()
		set.AdamW(o.params[p.from:p.to], o.m[p.from:p.to], o.v[p.from:p.to], g.part(p, 0), &own)
	})
	return norm, nil
}

// decays reports whether a segment holds weights of the dense layers.
func decays(seg int) bool { return seg == segL1 || seg == segL2 || seg == segL3 }

// norm returns the length of the summed gradient.
func (o *optimiser) norm(set *kernel.Set, g *gradients) float64 {
	squares := make([]float64, len(allPieces))
	parallel(o.threads, len(allPieces), func(i int) { squares[i] = float64(set.SumSquares(g.part(allPieces[i], 0))) })
	sum := 0.0
	for _, s := range squares {
		sum += s
	}
	return math.Sqrt(sum)
}
