package trainer

import (
	"jieqi/nnue"
	"jieqi/nnue/features"
	"jieqi/trainer/kernel"
)

// A batch is cut into chunks of chunkSize positions and panels of panelSize: numbers that are
// part of the arithmetic, since sums are taken in that order, and never depend on the machine.
const (
	chunkSize   = 256
	panelSize   = 1024
	panelChunks = panelSize / chunkSize
	panelRows   = 2 * panelSize // a row is a position seen by one side, its own side first
	subChunk    = 128           // positions whose dense work stays in the second-level cache
)

// chunk holds the inputs of up to chunkSize positions: what a source fills in, and the logits
// that come out.
type chunk struct {
	n      int       // positions
	index  []uint16  // active features of all rows, one row after another
	start  []uint32  // [2n+1]: row r is index[start[r]:start[r+1]]
	target []float32 // [n] expected score of the side to move, 0..1
	weight []float32 // [n] of the squared error
	logit  []float32 // [n] the network's answer
	slope  []float32 // [n] ∂loss/∂logit
}

func newChunk() *chunk {
	return &chunk{
		index:  make([]uint16, 0, chunkSize*2*features.MaxActive),
		start:  make([]uint32, 0, 2*chunkSize+1),
		target: make([]float32, chunkSize),
		weight: make([]float32, chunkSize),
		logit:  make([]float32, chunkSize),
		slope:  make([]float32, chunkSize),
	}
}

// reset empties c.
func (c *chunk) reset() {
	c.n = 0
	c.index = c.index[:0]
	c.start = append(c.start[:0], 0)
}

// endRow says that the features appended to index since the last call are a row.
func (c *chunk) endRow() { c.start = append(c.start, uint32(len(c.index))) }

// padded returns n rounded up to what the dense kernels take; positions beyond n have no input
// on and no influence.
func (c *chunk) padded() int { return (c.n + kernel.Rows - 1) / kernel.Rows * kernel.Rows }

// pad adds the empty rows that padded counts.
func (c *chunk) pad() {
	for range 2 * (c.padded() - c.n) {
		c.endRow()
	}
}

// panel is the workspace for up to panelSize positions.
type panel struct {
	chunks [panelChunks]*chunk
	x      []float32 // [tiles][panelRows][Tile] first-layer activations, then ∂loss/∂ of the sums before them
	h1     []float32 // [panelSize][Hidden1] activations, then ∂loss/∂ of the sums before them
	h2     []float32 // [panelSize][Hidden2] the same
	rows   []uint16  // rows by feature: where each feature was active
	end    []uint32  // [Inputs] feature f's rows end there
}

func newPanel() *panel {
	p := &panel{
		x:    alignedFloats(nnue.Width * panelRows),
		h1:   alignedFloats(panelSize * nnue.Hidden1),
		h2:   alignedFloats(panelSize * nnue.Hidden2),
		rows: make([]uint16, panelRows*features.MaxActive),
		end:  make([]uint32, nnue.Inputs),
	}
	for i := range p.chunks {
		p.chunks[i] = newChunk()
	}
	return p
}

// panelBytes is about what a panel takes.
const panelBytes = 4*(nnue.Width*panelRows+panelSize*(nnue.Hidden1+nnue.Hidden2)) + 2*2*panelRows*features.MaxActive

// tile returns the activations of a tile for positions from..to of the panel: [to-from][TileIn].
func (p *panel) tile(tile, from, to int) []float32 {
	x := p.x[tile*panelRows*kernel.Tile:]
	return x[from*kernel.TileIn : to*kernel.TileIn]
}

// sort lists the panel's rows by feature: a counting sort of all (feature, row) pairs, rows in
// ascending order for each feature.
func (p *panel) sort() {
	end := p.end
	clear(end)
	for _, c := range p.chunks {
		for _, f := range c.index {
			end[f]++
		}
	}
	sum := uint32(0)
	for f, n := range end {
		end[f] = sum // for now: where the feature's rows begin
		sum += n
	}
	for i, c := range p.chunks {
		row := uint16(i * chunkSize * 2)
		from := c.start[0]
		for _, to := range c.start[1:] {
			for _, f := range c.index[from:to] {
				p.rows[end[f]] = row
				end[f]++
			}
			from = to
			row++
		}
	}
}
