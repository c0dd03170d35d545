package backprop

import "jieqi/trainer/kernel"

// reduce sums lanes and chunks, in their order, into the first lane and the first chunk.
func (g *gradients) reduce(set *kernel.Set, w *workers) {
	w.each(len(g.layout.pieces), func(i int) {
		p := g.layout.pieces[i]
		for l := 1; l < g.copies(p); l++ {
			set.Add(g.part(p, 0), g.part(p, l))
		}
	})
}

// copies returns how many partial sums of a piece there are, and part returns one of them.
func (g *gradients) copies(p piece) int {
	if p.from < g.layout.first {
		return len(g.first)
	}
	return len(g.dense)
}

func (g *gradients) part(p piece, l int) []float32 {
	if p.from < g.layout.first {
		return g.first[l][p.from:p.to]
	}
	return g.dense[l][p.from-g.layout.first : p.to-g.layout.first]
}
