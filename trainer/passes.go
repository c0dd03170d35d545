package trainer

import (
	"jieqi/engine/score"
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// The passes over a panel. Each is a set of tasks that may run at the same time: forward by tile,
// dense by chunk, backward by tile.

// forwardTile computes the first layer's activations of one tile for the whole panel.
func (p *panel) forwardTile(w *weights, tile int) {
	weight, bias := w.first(tile)
	for i, c := range p.chunks {
		if c.n == 0 {
			continue
		}
		from := i * chunkSize
		x := p.tile(tile, from, from+c.padded())
		w.set.FirstForward(x, weight, bias, c.index, c.start)
		w.round(x)
	}
}

// span is a range of a panel's positions within one chunk, a multiple of kernel.Rows.
type span struct{ from, to int }

func (s span) h1(p *panel) []float32 { return p.h1[s.from*nnue.Hidden1 : s.to*nnue.Hidden1] }
func (s span) h2(p *panel) []float32 { return p.h2[s.from*nnue.Hidden2 : s.to*nnue.Hidden2] }

// spans cuts chunk i into ranges whose activations fit the second-level cache.
func (p *panel) spans(i int) []span {
	var s []span
	from, n := i*chunkSize, p.chunks[i].padded()
	for at := 0; at < n; at += subChunk {
		s = append(s, span{from + at, from + min(at+subChunk, n)})
	}
	return s
}

// forwardDense computes chunk i's logits from the first layer's activations.
func (p *panel) forwardDense(w *weights, i int, s span) {
	c, k := p.chunks[i], w.set
	h1, h2 := s.h1(p), s.h2(p)
	repeat(h1, w.segment(segB1))
	for t := range tiles {
		weight, _ := w.second(t)
		k.Dense1Forward(h1, p.tile(t, s.from, s.to), weight)
	}
	w.activate(h1)
	repeat(h2, w.segment(segB2))
	k.Dense2Forward(h2, h1, w.segment(segL2))
	w.activate(h2)
	first := s.from - i*chunkSize
	logit := c.logit[first : first+s.to-s.from]
	k.Output(logit, h2, w.segment(segL3))
	for j := range logit {
		logit[j] += w.segment(segB3)[0]
	}
}

// repeat fills dst with copies of row.
func repeat(dst, row []float32) {
	for ; len(dst) > 0; dst = dst[len(row):] {
		copy(dst, row)
	}
}

// dense runs chunk i through the later layers, forwards and backwards: it adds to the gradients
// g of all parameters behind the first layer (numDense floats), leaves ∂loss/∂ of the first
// layer's sums in p.x, and returns the sum of weighted squared errors. The loss is that sum
// times scale.
func (p *panel) dense(w *weights, i int, g []float32, scale float32) float64 {
	c, k := p.chunks[i], w.set
	gradient := func(seg int) []float32 {
		return g[segments[seg].from-numFirst : segments[seg].to-numFirst]
	}
	loss := 0.0
	for _, s := range p.spans(i) {
		p.forwardDense(w, i, s)
		h1, h2 := s.h1(p), s.h2(p)
		at := s.from - i*chunkSize
		slope := c.slope[at : at+s.to-s.from]
		sum, total := c.errors(at, slope, scale)
		loss += sum
		gradient(segB3)[0] += total
		k.OutputBackward(h2, gradient(segL3), gradient(segB2), w.segment(segL3), slope)
		k.Dense2Weights(gradient(segL2), h1, h2)
		k.Dense2Inputs(h1, h2, w.l2t)
		k.Dense1Sum(gradient(segB1), h1)
		for t := range tiles {
			x := p.tile(t, s.from, s.to)
			_, transposed := w.second(t)
			k.Dense1Weights(gradient(segL1)[t*dense1:][:dense1], x, h1)
			k.Dense1Inputs(x, h1, transposed)
		}
	}
	return loss
}

// errors sets slope to ∂loss/∂logit of the positions from at on, where the loss is scale times
// the sum of weight·(σ(logit) − target)²; it returns that sum without scale, and the sum of slope.
func (c *chunk) errors(at int, slope []float32, scale float32) (loss float64, total float32) {
	for j := range slope {
		i := at + j
		if i >= c.n {
			slope[j] = 0
			continue
		}
		expected := sigmoid(c.logit[i])
		e := expected - c.target[i]
		loss += float64(c.weight[i]) * float64(e) * float64(e)
		slope[j] = 2 * scale * c.weight[i] * e * expected * (1 - expected)
		total += slope[j]
	}
	return loss, total
}

// sigmoid is the logistic function.
func sigmoid(z float32) float32 { return float32(score.Logistic(float64(z))) }

// backwardTile computes the first layer's gradients of one tile from the whole panel: g holds
// numFirst floats and is set, or added to if add.
func (p *panel) backwardTile(w *weights, tile int, g []float32, add bool) {
	weight := segments[segL0].of(g)[tile*firstTile:][:firstTile]
	w.set.FirstBackward(weight, p.x[tile*panelRows*kernel.Tile:], p.rows, p.end, add)
	bias := segments[segB0].of(g)[tile*kernel.Tile:][:kernel.Tile]
	if !add {
		clear(bias)
	}
	for i, c := range p.chunks {
		from := i * chunkSize
		w.set.TileSum(bias, p.tile(tile, from, from+c.padded()))
	}
}
