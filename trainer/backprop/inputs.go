package backprop

import (
	"jieqi/trainer/kernel"
)

// Inputs is all that is known here about the inputs of a network.
type Inputs struct {
	Count     int // inputs of one perspective, numbered from 0
	MaxActive int // most of them that are on at once
}

// Example is one position of a batch. Own and Enemy list the inputs that are on as its side to move
// and as the opponent sees it. Inference does not look at Target and Weight.
type Example struct {
	Own, Enemy []uint16
	Target     float32 // expected score of the side to move that the network should have said, 0..1
	Weight     float32 // of its error in the loss
}

// Fill adds the positions from..to of a batch to c, in order. It is called by several goroutines at
// the same time, for different ranges.
type Fill func(c *Chunk, from, to int)

// Chunk holds up to chunkSize positions: the inputs that Fill adds, and the logits that come out.
type Chunk struct {
	n      int       // positions
	index  []uint16  // inputs that are on of all rows, one row after another
	start  []uint32  // [2n+1]: row r is index[start[r]:start[r+1]]
	target []float32 // [n] expected score of the side to move, 0..1
	weight []float32 // [n] of its error in the loss
	logit  []float32 // [n] the network's answer
	slope  []float32 // [n] ∂loss/∂logit
}

func newChunk(in Inputs) *Chunk {
	return &Chunk{
		index:  make([]uint16, 0, chunkSize*2*in.MaxActive),
		start:  make([]uint32, 0, 2*chunkSize+1),
		target: make([]float32, chunkSize),
		weight: make([]float32, chunkSize),
		logit:  make([]float32, chunkSize),
		slope:  make([]float32, chunkSize),
	}
}

// Add appends a position. Its slices are copied.
func (c *Chunk) Add(e Example) {
	c.index = append(c.index, e.Own...)
	c.endRow()
	c.index = append(c.index, e.Enemy...)
	c.endRow()
	c.target[c.n], c.weight[c.n] = e.Target, e.Weight
	c.n++
}

// load replaces what c holds by the positions from..to of a batch, possibly none.
func (c *Chunk) load(fill Fill, from, to int) {
	c.n = 0
	c.index = c.index[:0]
	c.start = append(c.start[:0], 0)
	if from < to {
		fill(c, from, to)
	}
	for range 2 * (c.padded() - c.n) {
		c.endRow()
	}
}

// endRow says that the inputs appended to index since the last call are a row.
func (c *Chunk) endRow() { c.start = append(c.start, uint32(len(c.index))) }

// padded returns n rounded up to what the dense kernels take; positions beyond n have no input
// on and no influence.
func (c *Chunk) padded() int { return (c.n + kernel.Rows - 1) / kernel.Rows * kernel.Rows }
