package backprop

import (
	"fmt"
	"math"

	"jieqi/trainer/kernel"
)

// CheckBatch returns an error if n cannot be the number of positions of a batch.
func CheckBatch(n int) error {
	if n < chunkSize || n%chunkSize != 0 {
		return fmt.Errorf("batch is %d, not a multiple of %d", n, chunkSize)
	}
	return nil
}

// maxLanes bounds the full copies of the first layer's gradient.
const maxLanes = 16

// plan cuts a batch into work. It depends on the batch size alone, so the sums of a step are
// taken in the same order on every machine.
type plan struct {
	batch  int // positions
	panels int
	chunks int
	lanes  int // lane l sums the gradients of panels l, l+lanes, l+2·lanes, … in that order
}

func newPlan(batch int) plan {
	panels := (batch + panelSize - 1) / panelSize
	return plan{batch: batch, panels: panels, chunks: (batch + chunkSize - 1) / chunkSize, lanes: min(panels, maxLanes)}
}

// gradients are the sums that the panels of a batch leave behind.
type gradients struct {
	layout   *layout
	plan     plan
	exponent float64     // of the loss they are derivatives of
	first    [][]float32 // [lanes][layout.first]
	dense    [][]float32 // [chunks][layout.dense]
	loss     []float64   // [chunks] sums of weighted errors to the exponent
}

func newGradients(l *layout, p plan) *gradients {
	g := &gradients{layout: l, plan: p, loss: make([]float64, p.chunks)}
	for range p.lanes {
		g.first = append(g.first, alignedFloats(l.first))
	}
	for range p.chunks {
		g.dense = append(g.dense, alignedFloats(l.dense))
	}
	return g
}

// denseOf returns chunk c's gradient of a segment behind the first layer.
func (g *gradients) denseOf(c, seg int) []float32 {
	s := g.layout.segments[seg]
	return g.dense[c][s.from-g.layout.first : s.to-g.layout.first]
}

// meanLoss returns the loss of the batch.
func (g *gradients) meanLoss() float64 {
	sum := 0.0
	for _, l := range g.loss {
		sum += l
	}
	return sum / float64(g.plan.batch)
}

// norm returns the length of the summed gradient.
func (g *gradients) norm(set *kernel.Set, w *workers) float64 {
	squares := make([]float64, len(g.layout.pieces))
	w.each(len(squares), func(i int) { squares[i] = float64(set.SumSquares(g.part(g.layout.pieces[i], 0))) })
	sum := 0.0
	for _, s := range squares {
		sum += s
	}
	return math.Sqrt(sum)
}
