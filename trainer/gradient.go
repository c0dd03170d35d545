package trainer

import (
	"sync"
	"sync/atomic"
)

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

// filler writes the positions from..to of a batch into c, which is empty.
type filler func(c *chunk, from, to int)

// gradients computes the gradient of a batch, with buffers for one batch size.
type gradients struct {
	plan  plan
	first [][]float32 // [lanes][numFirst]
	dense [][]float32 // [chunks][numDense]
	loss  []float64   // [chunks] sums of weighted squared errors
	teams []*team
}

// newGradients makes buffers for batches of the given size, worked on by threads goroutines:
// as many teams as there are lanes to go round, the threads spread evenly over them.
func newGradients(batch, threads int) *gradients {
	g := &gradients{plan: newPlan(batch)}
	for range g.plan.lanes {
		g.first = append(g.first, alignedFloats(numFirst))
	}
	for range g.plan.chunks {
		g.dense = append(g.dense, alignedFloats(numDense))
	}
	g.loss = make([]float64, g.plan.chunks)
	threads = min(max(threads, 1), g.plan.lanes*tiles)
	n := min(threads, g.plan.lanes)
	for i := range n {
		size := threads / n
		if i < threads%n {
			size++
		}
		g.teams = append(g.teams, &team{panel: newPanel(), size: size, bar: newBarrier(size)})
	}
	return g
}

// compute sets the gradients of the loss Σ weight·(σ(logit) − target)² / batch over the positions
// that fill provides, and returns the loss.
func (g *gradients) compute(w *weights, fill filler) float64 {
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, t := range g.teams {
		for member := range t.size {
			wg.Go(func() { t.run(g, w, fill, member, &next) })
		}
	}
	wg.Wait()
	sum := 0.0
	for _, l := range g.loss {
		sum += l
	}
	return sum / float64(g.plan.batch)
}
