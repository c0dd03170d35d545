package backprop

import (
	"fmt"
	"math"
	"time"

	"jieqi/trainer/kernel"
)

// One training step, from top to bottom. Shapes are those of a batch of B positions:
//
//	rows     [2B]            a position as its side to move sees it, then as the opponent does
//	x        [2B][Width]     clip(B0 + Σ L0 over the inputs on), the same memory as [B][Joined];
//	                         it lies in tiles of columns: [tiles][2B][Tile]
//	h1       [B][Hidden1]    clip(B1 + x·L1)
//	h2       [B][Hidden2]    clip(B2 + h1·L2)
//	logit    [B]             B3 + h2·L3
//	loss     one number      Σ weight·|σ(logit) − target|^exponent / B; the exponent is 2 unless the settings say otherwise
//
// Backwards, each of h2, h1 and x is replaced by the derivatives of the loss by the sums that it was
// clipped from. No more than a panel of the batch is in memory for each team of goroutines.

// Training is a network in training: its optimiser, and what steps on batches of one size need.
type Training struct {
	optimiser *Optimiser
	weights   *Weights
	gradients *gradients
	teams     []*team
	workers   workers
}

// NewTraining prepares steps that move o's parameters, on batches of a size that CheckBatch allows,
// with a kernel set and up to threads goroutines.
func NewTraining(o *Optimiser, set *kernel.Set, batch, threads int) *Training {
	p := newPlan(batch)
	return &Training{
		optimiser: o, weights: newWeights(o.layout, set), gradients: newGradients(o.layout, p),
		teams: newTeams(o.layout.inputs, p, threads), workers: workers{threads: threads},
	}
}

// Settings are those of one step.
type Settings struct {
	Rate       float64 // learning rate
	Beta2      float64 // decay of AdamW's second moments, below 1; the same in every step
	Decay      float64 // AdamW's weight decay, of dense weights
	DecayFirst float64 // of the first layer's weights
	MaxNorm    float64 // the gradient is scaled down to this length if it is longer
	Exponent   float64 // of the error in the loss, at least 1
	Average    float64 // longest decay of the average, see Optimiser.KeepAverage; not looked at without one
	Quantised  bool    // run with weights and activations rounded as the integer network's
}

// Step takes one step on the batch that fill provides, and returns the loss before it and the
// length of its gradient. It fails with ErrNotFinite, the parameters untouched.
func (t *Training) Step(fill Fill, s Settings) (loss, norm float64, err error) {
	o, g, set := t.optimiser, t.gradients, t.weights.set
	t.gradients.exponent = s.Exponent
	loss = t.passes(t.load(o.params, s.Quantised), fill) // batch -> [lanes] and [chunks] of gradients
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return loss, 0, fmt.Errorf("step %d: loss is %g: %w", o.step+1, loss, ErrNotFinite)
	}
	g.reduce(set, &t.workers)                   // lanes and chunks -> the first of each
	norm, err = o.update(set, &t.workers, g, s) // [flat] gradient, moments -> parameters, average
	return loss, norm, err
}

// Shared returns how long all steps and loads so far were in sections whose work all goroutines share. What else
// they did, one goroutine did alone.
func (t *Training) Shared() time.Duration { return t.workers.shared }

// Load returns the weights of Optimiser.Network. They hold until the next call of Load or Step.
func (t *Training) Load(quantised bool) *Weights { return t.load(t.optimiser.network(), quantised) }

func (t *Training) load(flat []float32, quantised bool) *Weights {
	t.weights.load(flat, quantised, &t.optimiser.grids, &t.workers)
	return t.weights
}

// passes runs the batch forwards and backwards, a panel at a time and several at once, and returns
// its loss.
func (t *Training) passes(w *Weights, fill Fill) (loss float64) {
	t.workers.runTeams(t.teams, t.gradients.plan, func(team *team, member, lane, panel int) {
		team.pass(w, t.gradients, fill, member, lane, panel)
	})
	return t.gradients.meanLoss()
}

// pass does a member's share of one panel, forwards and backwards: it adds the panel's gradients to
// those of its lane and sets those of its chunks.
func (t *team) pass(w *Weights, g *gradients, fill Fill, member, lane, number int) {
	p := t.panel
	first := number * panelSize
	// Inputs, targets and weights of the panel's positions, a chunk a task.
	t.phase(member, panelChunks, func(i int) {
		from := min(first+i*chunkSize, g.plan.batch)
		p.chunks[i].load(fill, from, min(from+chunkSize, g.plan.batch))
	})
	// The first layer, a tile of its columns a task; beside it, for the way back, the rows by input.
	t.phase(member, 1+tiles, func(i int) {
		if i == 0 {
			t.index.sort(p)
		} else {
			p.forwardTile(w, i-1)
		}
	})
	// All layers behind it, forwards and backwards, a chunk a task.
	t.phase(member, panelChunks, func(i int) {
		if p.chunks[i].n > 0 {
			p.dense(w, g, i, number*panelChunks+i)
		}
	})
	// The first layer's gradients, a tile a task.
	t.phase(member, tiles, func(i int) { p.backwardTile(w, g, t.index, i, lane, number != lane) })
}

// forwardTile computes the first layer's activations of one tile for the whole panel:
//
//	x[rows][Tile] = clip(bias[Tile] + Σ weight[input][Tile] over the row's inputs)
func (p *panel) forwardTile(w *Weights, tile int) {
	weight, bias := w.first(tile)
	for i, c := range p.chunks {
		if c.n == 0 {
			continue
		}
		from := i * chunkSize
		x := p.tileOf(tile, from, from+c.padded())
		w.set.FirstForward(x, weight, bias, c.index, c.start)
		w.round(x)
	}
}

// dense runs chunk i of the panel, chunk number of the batch, through the later layers, forwards and
// backwards, in ranges small enough for the second-level cache. It sets the chunk's loss and its
// gradients of all parameters behind the first layer, and leaves ∂loss/∂ of the first layer's sums
// in x.
func (p *panel) dense(w *Weights, g *gradients, i, number int) {
	clear(g.dense[number])
	loss := 0.0
	for _, s := range p.spans(i) {
		p.forwardDense(w, i, s)
		at := s.from - i*chunkSize
		slope := p.chunks[i].slope[at : at+s.to-s.from]
		sum, total := p.chunks[i].errors(at, slope, g.exponent, 1/float32(g.plan.batch))
		loss += sum
		g.denseOf(number, segB3)[0] += total
		p.backwardDense(w, g, number, s, slope)
	}
	g.loss[number] = loss
}

// forwardDense computes the logits of n positions of chunk i from the first layer's activations:
//
//	h1[n][Hidden1] = clip(B1 + Σ over tiles x[n][TileIn]·weight[TileIn][Hidden1])
//	h2[n][Hidden2] = clip(B2 + h1·L2[Hidden1][Hidden2])
//	logit[n]       = B3 + h2·L3[Hidden2]
func (p *panel) forwardDense(w *Weights, i int, s span) {
	c, k := p.chunks[i], w.set
	h1, h2 := s.h1(p), s.h2(p)
	repeat(h1, w.segment(segB1))
	for t := range tiles {
		weight, _ := w.second(t)
		k.Dense1Forward(h1, p.tileOf(t, s.from, s.to), weight)
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

// backwardDense goes back from slope[n] to the first layer's sums of n positions. "open" is 1 where
// an activation lies strictly between 0 and 1:
//
//	h2[n][Hidden2] = open(h2)·slope·L3      and adds h2ᵀ·slope to L3's gradient, Σ h2 to B2's
//	h1[n][Hidden1] = open(h1)·(h2·L2ᵀ)      and adds h1ᵀ·h2 to L2's, Σ h1 to B1's
//	x[n][TileIn]   = open(x)·(h1·weightᵀ)   and adds xᵀ·h1 to L1's, tile by tile
//
// where the gradients take the activations from before they are replaced.
func (p *panel) backwardDense(w *Weights, g *gradients, number int, s span, slope []float32) {
	k := w.set
	h1, h2 := s.h1(p), s.h2(p)
	k.OutputBackward(h2, g.denseOf(number, segL3), g.denseOf(number, segB2), w.segment(segL3), slope)
	k.Dense2Weights(g.denseOf(number, segL2), h1, h2)
	k.Dense2Inputs(h1, h2, w.l2t)
	k.Dense1Sum(g.denseOf(number, segB1), h1)
	for t := range tiles {
		x := p.tileOf(t, s.from, s.to)
		_, transposed := w.second(t)
		k.Dense1Weights(g.denseOf(number, segL1)[t*dense1:][:dense1], x, h1)
		k.Dense1Inputs(x, h1, transposed)
	}
}

// backwardTile computes the first layer's gradients of one tile from the whole panel, which it sets
// in a lane, or adds to them:
//
//	weight[input][Tile] = Σ x[row][Tile] over the rows in which the input was on
//	bias[Tile]          = Σ x[row][Tile] over all rows
func (p *panel) backwardTile(w *Weights, g *gradients, index *rowIndex, tile, lane int, add bool) {
	first := g.first[lane]
	weight := g.layout.segments[segL0].of(first)[tile*g.layout.firstTile:][:g.layout.firstTile]
	w.set.FirstBackward(weight, p.tile(tile), index.rows, index.end, add)
	bias := g.layout.segments[segB0].of(first)[tile*kernel.Tile:][:kernel.Tile]
	if !add {
		clear(bias)
	}
	for i, c := range p.chunks {
		from := i * chunkSize
		w.set.TileSum(bias, p.tileOf(tile, from, from+c.padded()))
	}
}
