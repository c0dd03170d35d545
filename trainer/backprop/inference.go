package backprop

import (
	"sync"
	"sync/atomic"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// Inference runs networks forwards, on several goroutines, each with a workspace for a chunk.
type Inference struct{ panels []*panel }

// NewInference makes a workspace for each of up to threads goroutines.
func NewInference(in Inputs, threads int) *Inference {
	f := &Inference{}
	for range max(threads, 1) {
		f.panels = append(f.panels, newPanel(in, 1))
	}
	return f
}

// Group is how many positions one goroutine takes at a time.
const Group = panelSize

// Result is what a network says about some neighbouring positions of a group.
type Result struct {
	First  int       // the first position
	Logits []float32 // one for each position
	panel  *panel
}

// Run computes the logits of n positions that fill provides and calls visit with them. Those of a
// group, positions k·Group to (k+1)·Group, are visited in ascending order by one goroutine; several
// groups are worked on at the same time. A Result holds until visit returns.
func (f *Inference) Run(w *Weights, n int, fill Fill, visit func(Result)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, p := range f.panels {
		wg.Go(func() {
			for first := int(next.Add(Group)) - Group; first < n; first = int(next.Add(Group)) - Group {
				for from := first; from < min(first+Group, n); from += chunkSize {
					p.chunks[0].load(fill, from, min(from+chunkSize, n))
					p.forward(w)
					visit(Result{First: from, Logits: p.chunks[0].logit[:p.chunks[0].n], panel: p})
				}
			}
		})
	}
	wg.Wait()
}

// forward computes the logits of all chunks.
func (p *panel) forward(w *Weights) {
	for t := range tiles {
		p.forwardTile(w, t)
	}
	for i := range p.chunks {
		for _, s := range p.spans(i) {
			p.forwardDense(w, i, s)
		}
	}
}

// Activations calls visit with the activations of the three hidden layers, counted from 0 at the
// inputs, in rows of so many neurons from the first on. The first layer has two rows a position and
// comes in several parts.
func (r Result) Activations(visit func(layer, first, neurons int, rows []float32)) {
	n, p := len(r.Logits), r.panel
	for t := range tiles {
		visit(0, t*kernel.Tile, kernel.Tile, p.tileOf(t, 0, n))
	}
	visit(1, 0, nnue.Hidden1, p.h1[:n*nnue.Hidden1])
	visit(2, 0, nnue.Hidden2, p.h2[:n*nnue.Hidden2])
}
