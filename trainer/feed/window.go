package feed

import (
	"sort"

	"jieqi/dataset"
)

// window is a group of decoded blocks and the order in which their samples are used.
type window struct {
	epoch, number int
	blocks        []windowBlock
	ends          []int // ends[i]: samples in blocks 0..i
	order         permutation
}

// windowBlock is the training samples of one block. Buffers are reused by later windows.
type windowBlock struct {
	samples []dataset.Sample
	scale   float64 // label scale of what scored them, centipawns
}

// size returns the number of samples.
func (w *window) size() int {
	if len(w.ends) == 0 {
		return 0
	}
	return w.ends[len(w.ends)-1]
}

// sample returns the i-th sample in the window's order, and its label scale.
func (w *window) sample(i int) (*dataset.Sample, float64) {
	at := w.order.at(i)
	b := sort.SearchInts(w.ends, at+1)
	if b > 0 {
		at -= w.ends[b-1]
	}
	return &w.blocks[b].samples[at], w.blocks[b].scale
}
