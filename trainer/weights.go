package trainer

import (
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// weights are the parameters in the form that the passes over a panel read. They are derived
// from the flat vector by load and not changed while a batch is computed.
type weights struct {
	set       *kernel.Set
	flat      []float32 // what the passes compute with: the parameters, rounded when fake-quantised
	l1t       []float32 // [tiles][Hidden1][TileIn] transpose of L1
	l2t       []float32 // [Hidden2][Hidden1] transpose of L2
	quantised bool      // round activations too
}

func newWeights(set *kernel.Set) *weights {
	return &weights{
		set:  set,
		flat: alignedFloats(numFlat),
		l1t:  alignedFloats(tiles * dense1),
		l2t:  alignedFloats(nnue.Hidden1 * nnue.Hidden2),
	}
}

func (w *weights) segment(i int) []float32 { return segments[i].of(w.flat) }

// first returns the first layer's weights and bias of a tile.
func (w *weights) first(tile int) (weight, bias []float32) {
	return w.segment(segL0)[tile*firstTile:][:firstTile], w.segment(segB0)[tile*kernel.Tile:][:kernel.Tile]
}

// second returns the second layer's weights behind a tile, and their transpose.
func (w *weights) second(tile int) (weight, transposed []float32) {
	return w.segment(segL1)[tile*dense1:][:dense1], w.l1t[tile*dense1:][:dense1]
}

// load copies params, rounding them to the integer network's grids if quantised, on several threads.
func (w *weights) load(params []float32, quantised bool, grids *[numSegments]nnue.Grid, threads int) {
	w.quantised = quantised
	ps := allPieces
	parallel(threads, len(ps), func(i int) {
		p := ps[i]
		dst, src := w.flat[p.from:p.to], params[p.from:p.to]
		if !quantised {
			copy(dst, src)
			return
		}
		g := grids[p.segment]
		w.set.Snap(dst, src, float32(g.Scale), float32(g.Clip))
	})
	parallel(threads, tiles, func(t int) {
		weight, transposed := w.second(t)
		transpose(transposed, weight, kernel.TileIn, nnue.Hidden1)
	})
	transpose(w.l2t, w.segment(segL2), nnue.Hidden1, nnue.Hidden2)
}

// transpose writes the transpose of src[rows][columns].
func transpose(dst, src []float32, rows, columns int) {
	for r := range rows {
		for c := range columns {
			dst[c*rows+r] = src[r*columns+c]
		}
	}
}

// activate applies the clipped ReLU, and the integer network's rounding when quantised.
func (w *weights) activate(x []float32) {
	w.set.Clip(x)
	w.round(x)
}

// round moves activations to the levels of the integer network when quantised. Gradients pass as
// if nothing had been rounded (straight-through).
func (w *weights) round(x []float32) {
	if w.quantised {
		w.set.Round(x, nnue.ActivationMax, 0.5+nnue.ActivationTie)
	}
}
