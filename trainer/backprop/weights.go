package backprop

import (
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// Weights are parameters in the form that the passes over a panel read. They are derived from the
// flat vector by load and not changed while a batch is computed.
type Weights struct {
	set       *kernel.Set
	layout    *layout
	flat      []float32 // what the passes compute with: the parameters themselves, or rounded when fake-quantised
	rounded   []float32 // room for those
	l1t       []float32 // [tiles][Hidden1][TileIn] transpose of L1
	l2t       []float32 // [Hidden2][Hidden1] transpose of L2
	quantised bool      // round activations too
}

// WeightsOf returns the weights of p as they are, to be run on a kernel set.
func WeightsOf(in Inputs, p *nnue.Params, set *kernel.Set) *Weights {
	w := newWeights(newLayout(in), set)
	flat := alignedFloats(w.layout.flat)
	w.layout.flatten(flat, p)
	w.load(flat, false, nil, &workers{threads: 1})
	return w
}

func newWeights(l *layout, set *kernel.Set) *Weights {
	return &Weights{
		set:     set,
		layout:  l,
		rounded: alignedFloats(l.flat),
		l1t:     alignedFloats(tiles * dense1),
		l2t:     alignedFloats(nnue.Hidden1 * nnue.Hidden2),
	}
}

func (w *Weights) segment(i int) []float32 { return w.layout.segments[i].of(w.flat) }

// first returns the first layer's weights and bias of a tile: [Inputs][Tile] and [Tile].
func (w *Weights) first(tile int) (weight, bias []float32) {
	return w.segment(segL0)[tile*w.layout.firstTile:][:w.layout.firstTile], w.segment(segB0)[tile*kernel.Tile:][:kernel.Tile]
}

// second returns the second layer's weights behind a tile, [TileIn][Hidden1], and their transpose.
func (w *Weights) second(tile int) (weight, transposed []float32) {
	return w.segment(segL1)[tile*dense1:][:dense1], w.l1t[tile*dense1:][:dense1]
}

// load takes params, a flat vector, as the weights, or rounds them to the integer network's grids if quantised.
// They hold until params change.
func (w *Weights) load(params []float32, quantised bool, grids *[numSegments]nnue.Grid, by *workers) {
	w.flat, w.quantised = params, quantised
	if quantised {
		w.flat = w.rounded
		by.each(len(w.layout.pieces), func(i int) {
			p := w.layout.pieces[i]
			g := grids[p.segment]
			w.set.Snap(w.flat[p.from:p.to], params[p.from:p.to], float32(g.Scale), float32(g.Clip))
		})
	}
	by.each(tiles, func(t int) {
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
func (w *Weights) activate(x []float32) {
	w.set.Clip(x)
	w.round(x)
}

// round moves activations to the levels of the integer network when quantised. Gradients pass as
// if nothing had been rounded (straight-through).
func (w *Weights) round(x []float32) {
	if w.quantised {
		w.set.Round(x, nnue.ActivationMax, 0.5+nnue.ActivationTie)
	}
}
