package trainer

import "jieqi/trainer/kernel"

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
