package trainer

import (
	"sync"
	"sync/atomic"

	"jieqi/trainer/kernel"
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

// team is the goroutines that work on one panel at a time.
type team struct {
	panel *panel
	size  int
	bar   *barrier
	lane  int // the lane claimed, written by member 0 between two barriers
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

// run claims lanes until none is left.
func (t *team) run(g *gradients, w *weights, fill filler, member int, next *atomic.Int64) {
	for {
		t.bar.wait() // all have read the lane before
		if member == 0 {
			t.lane = int(next.Add(1)) - 1
		}
		t.bar.wait()
		lane := t.lane
		if lane >= g.plan.lanes {
			return
		}
		for p := lane; p < g.plan.panels; p += g.plan.lanes {
			t.runPanel(g, w, fill, member, lane, p)
		}
	}
}

// runPanel does a member's share of one panel. A phase's tasks go round the members.
func (t *team) runPanel(g *gradients, w *weights, fill filler, member, lane, number int) {
	phase := func(tasks int, f func(i int)) {
		for i := member; i < tasks; i += t.size {
			f(i)
		}
		t.bar.wait()
	}
	p := t.panel
	first := number * panelSize
	phase(panelChunks, func(i int) {
		from := min(first+i*chunkSize, g.plan.batch)
		p.load(i, fill, from, min(from+chunkSize, g.plan.batch))
	})
	phase(1+tiles, func(i int) {
		if i == 0 {
			p.sort()
		} else {
			p.forwardTile(w, i-1)
		}
	})
	phase(panelChunks, func(i int) {
		if p.chunks[i].n > 0 {
			c := number*panelChunks + i
			clear(g.dense[c])
			g.loss[c] = p.dense(w, i, g.dense[c], 1/float32(g.plan.batch))
		}
	})
	phase(tiles, func(i int) { p.backwardTile(w, i, g.first[lane], number != lane) })
}

// load fills chunk i with positions from..to of the batch.
func (p *panel) load(i int, fill filler, from, to int) {
	c := p.chunks[i]
	c.reset()
	if from < to {
		fill(c, from, to)
		c.pad()
	}
}

// reduce sums lanes and chunks, in their order, into the first lane and the first chunk.
func (g *gradients) reduce(set *kernel.Set, threads int) {
	ps := allPieces
	parallel(threads, len(ps), func(i int) {
		for l := 1; l < g.copies(ps[i]); l++ {
			set.Add(g.part(ps[i], 0), g.part(ps[i], l))
		}
	})
}

// copies returns how many partial sums of a piece there are, and part returns one of them.
func (g *gradients) copies(p piece) int {
	if p.from < numFirst {
		return len(g.first)
	}
	return len(g.dense)
}

func (g *gradients) part(p piece, l int) []float32 {
	if p.from < numFirst {
		return g.first[l][p.from:p.to]
	}
	return g.dense[l][p.from-numFirst : p.to-numFirst]
}

// pieceSize is how many parameters are reduced and updated at a time.
const pieceSize = 4096

// piece is a range of the flat vector inside one segment.
type piece struct{ segment, from, to int }

// allPieces is the flat vector cut into pieces.
var allPieces = func() (ps []piece) {
	for i, s := range segments {
		for at := s.from; at < s.to; at += pieceSize {
			ps = append(ps, piece{i, at, min(at+pieceSize, s.to)})
		}
	}
	return ps
}()
