package trainer

import "sync/atomic"

// team is the goroutines that work on one panel at a time.
type team struct {
	panel *panel
	size  int
	bar   *barrier
	lane  int // the lane claimed, written by member 0 between two barriers
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
