package backprop

import (
	"fmt"
	"unsafe"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// The first layer's columns in tiles, see package kernel.
const (
	tiles  = nnue.Width / kernel.Tile
	dense1 = kernel.TileIn * kernel.Hidden1 // second-layer weights behind one tile
)

// Segment indices, in the order of nnue.Params.Tensors.
const (
	segL0 = iota
	segB0
	segL1
	segB1
	segL2
	segB2
	segL3
	segB3
	numSegments
)

// layout says where parameters lie in one vector of flat floats: a segment for each tensor, every
// segment padded with zeros to whole vectors. Two tensors are in another order than in
// nnue.Params, so that a tile is contiguous everywhere:
//
//	L0  [tiles][Inputs][Tile]
//	L1  [tiles][TileIn][Hidden1]   a tile's inputs are its own columns, then the enemy's
//
// Moments and gradients have the same layout. The first layer's gradients, the first `first`
// floats, are kept for each lane, the `dense` floats behind them for each chunk.
type layout struct {
	inputs             Inputs
	segments           [numSegments]segment
	pieces             []piece
	flat, first, dense int // floats
	firstTile          int // first-layer weights of one tile
}

// segment is the range [from, to) of a flat vector; size floats of it are parameters.
type segment struct{ from, to, size int }

func (s segment) of(flat []float32) []float32 { return flat[s.from:s.to:s.to] }

func newLayout(in Inputs) *layout {
	l := &layout{inputs: in, firstTile: in.Count * kernel.Tile}
	sizes := [numSegments]int{in.Count * nnue.Width, nnue.Width, nnue.Joined * nnue.Hidden1, nnue.Hidden1,
		nnue.Hidden1 * nnue.Hidden2, nnue.Hidden2, nnue.Hidden2, 1}
	for i, n := range sizes {
		s := segment{from: l.flat, to: l.flat + (n+kernel.Align-1)/kernel.Align*kernel.Align, size: n}
		l.segments[i] = s
		l.flat = s.to
		for at := s.from; at < s.to; at += pieceSize {
			l.pieces = append(l.pieces, piece{i, at, min(at+pieceSize, s.to)})
		}
	}
	l.first = l.segments[segB0].to
	l.dense = l.flat - l.first
	return l
}

// pieceSize is how many parameters are reduced and updated at a time.
const pieceSize = 4096

// piece is a range of the flat vector inside one segment.
type piece struct{ segment, from, to int }

// place returns the index in the flat vector of element i of tensor seg of nnue.Params.
func (l *layout) place(seg, i int) int {
	at := l.segments[seg].from
	switch seg {
	case segL0:
		input, column := i/nnue.Width, i%nnue.Width
		return at + column/kernel.Tile*l.firstTile + input*kernel.Tile + column%kernel.Tile
	case segL1:
		input, output := i/nnue.Hidden1, i%nnue.Hidden1
		side, column := input/nnue.Width, input%nnue.Width
		row := column/kernel.Tile*kernel.TileIn + side*kernel.Tile + column%kernel.Tile
		return at + row*nnue.Hidden1 + output
	}
	return at + i
}

// flatten writes p into a flat vector. p must have as many inputs as the layout.
func (l *layout) flatten(dst []float32, p *nnue.Params) {
	for seg, t := range p.Tensors() {
		if len(t.Data) != l.segments[seg].size {
			panic(fmt.Sprintf("backprop: tensor %s has %d numbers, not %d", t.Name, len(t.Data), l.segments[seg].size))
		}
		for i, x := range t.Data {
			dst[l.place(seg, i)] = x
		}
	}
}

// unflatten is the inverse of flatten.
func (l *layout) unflatten(src []float32) *nnue.Params {
	p := nnue.ZeroParams()
	for seg, t := range p.Tensors() {
		for i := range t.Data {
			t.Data[i] = src[l.place(seg, i)]
		}
	}
	return p
}

// alignedFloats returns n zeros that begin on a cache line, so that vectors never straddle two.
func alignedFloats(n int) []float32 {
	const line = 64 / 4
	b := make([]float32, n+line-1)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))/4) & (line - 1)
	return b[skip : skip+n : skip+n]
}
