package backprop

import (
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// A batch is cut into chunks of chunkSize positions and panels of panelSize: numbers that are
// part of the arithmetic, since sums are taken in that order, and never depend on the machine.
const (
	chunkSize   = 256
	panelSize   = 1024
	panelChunks = panelSize / chunkSize
	subChunk    = 128 // positions whose dense work stays in the second-level cache
)

// panel is the workspace of the passes over up to chunkSize positions for each of its chunks. A row
// is a position seen by one side, its own side first; positions are numbered through all chunks.
type panel struct {
	chunks []*Chunk
	rows   int       // 2 for each position there is room for
	x      []float32 // [tiles][rows][Tile] first-layer activations, then ∂loss/∂ of the sums before them
	h1     []float32 // [positions][Hidden1] activations, then ∂loss/∂ of the sums before them
	h2     []float32 // [positions][Hidden2] the same
}

func newPanel(in Inputs, chunks int) *panel {
	positions := chunks * chunkSize
	p := &panel{
		rows: 2 * positions,
		x:    alignedFloats(positions * nnue.Joined),
		h1:   alignedFloats(positions * nnue.Hidden1),
		h2:   alignedFloats(positions * nnue.Hidden2),
	}
	for range chunks {
		p.chunks = append(p.chunks, newChunk(in))
	}
	return p
}

// tile returns the activations of a tile for all rows: [rows][Tile].
func (p *panel) tile(tile int) []float32 {
	return p.x[tile*p.rows*kernel.Tile:][:p.rows*kernel.Tile]
}

// tileOf returns the activations of a tile for positions from..to: [to-from][TileIn].
func (p *panel) tileOf(tile, from, to int) []float32 {
	return p.tile(tile)[from*kernel.TileIn : to*kernel.TileIn]
}

// span is a range of a panel's positions within one chunk, a multiple of kernel.Rows.
type span struct{ from, to int }

func (s span) h1(p *panel) []float32 { return p.h1[s.from*nnue.Hidden1 : s.to*nnue.Hidden1] }
func (s span) h2(p *panel) []float32 { return p.h2[s.from*nnue.Hidden2 : s.to*nnue.Hidden2] }

// spans cuts chunk i into ranges whose activations fit the second-level cache.
func (p *panel) spans(i int) []span {
	var s []span
	from, n := i*chunkSize, p.chunks[i].padded()
	for at := 0; at < n; at += subChunk {
		s = append(s, span{from + at, from + min(at+subChunk, n)})
	}
	return s
}

// rowIndex lists a panel's rows by input: in which of them each input was on.
type rowIndex struct {
	rows []uint16 // one input's rows after another's, ascending
	end  []uint32 // [Count] input f's rows are rows[end[f-1]:end[f]]
}

func newRowIndex(in Inputs) *rowIndex {
	return &rowIndex{rows: make([]uint16, 2*panelSize*in.MaxActive), end: make([]uint32, in.Count)}
}

// sort lists the rows of p: a counting sort of all (input, row) pairs.
func (r *rowIndex) sort(p *panel) {
	end := r.end
	clear(end)
	for _, c := range p.chunks {
		for _, f := range c.index {
			end[f]++
		}
	}
	sum := uint32(0)
	for f, n := range end {
		end[f] = sum // for now: where the input's rows begin
		sum += n
	}
	for i, c := range p.chunks {
		row := uint16(i * chunkSize * 2)
		from := c.start[0]
		for _, to := range c.start[1:] {
			for _, f := range c.index[from:to] {
				r.rows[end[f]] = row
				end[f]++
			}
			from = to
			row++
		}
	}
}
