package trainer

import (
	"unsafe"

	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// The first layer's columns in tiles, see package kernel.
const (
	tiles     = nnue.Width / kernel.Tile
	firstTile = nnue.Inputs * kernel.Tile      // weights of one tile
	dense1    = kernel.TileIn * kernel.Hidden1 // second-layer weights behind one tile
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

// Parameters lie in one vector of numFlat floats, a segment for each tensor, every segment
// padded with zeros to whole vectors. Two tensors are in another order than in nnue.Params, so
// that a tile is contiguous everywhere:
//
//	L0  [tiles][Inputs][Tile]
//	L1  [tiles][TileIn][Hidden1]   a tile's inputs are its own columns, then the enemy's
//
// Moments and gradients have the same layout.
var segments = func() (s [numSegments]segment) {
	at := 0
	sizes := [numSegments]int{nnue.Inputs * nnue.Width, nnue.Width, nnue.Joined * nnue.Hidden1, nnue.Hidden1,
		nnue.Hidden1 * nnue.Hidden2, nnue.Hidden2, nnue.Hidden2, 1}
	for i, n := range sizes {
		s[i] = segment{from: at, to: at + (n+kernel.Align-1)/kernel.Align*kernel.Align, size: n}
		at = s[i].to
	}
	return s
}()

// segment is the range [from, to) of a flat vector; size floats of it are parameters.
type segment struct{ from, to, size int }

func (s segment) of(flat []float32) []float32 { return flat[s.from:s.to:s.to] }

// Ranges of the flat vector: the first layer's gradients are kept for each lane, the rest for
// each chunk.
var (
	numFlat  = segments[segB3].to
	numFirst = segments[segB0].to
	numDense = numFlat - numFirst
)

// place returns the index in the flat vector of element i of tensor seg of nnue.Params.
func place(seg, i int) int {
	at := segments[seg].from
	switch seg {
	case segL0:
		input, column := i/nnue.Width, i%nnue.Width
		return at + column/kernel.Tile*firstTile + input*kernel.Tile + column%kernel.Tile
	case segL1:
		input, output := i/nnue.Hidden1, i%nnue.Hidden1
		side, column := input/nnue.Width, input%nnue.Width
		row := column/kernel.Tile*kernel.TileIn + side*kernel.Tile + column%kernel.Tile
		return at + row*nnue.Hidden1 + output
	}
	return at + i
}

// flatten writes p into a flat vector.
func flatten(dst []float32, p *nnue.Params) {
	for seg, t := range p.Tensors() {
		for i, x := range t.Data {
			dst[place(seg, i)] = x
		}
	}
}

// unflatten is the inverse of flatten.
func unflatten(p *nnue.Params, src []float32) {
	for seg, t := range p.Tensors() {
		for i := range t.Data {
			t.Data[i] = src[place(seg, i)]
		}
	}
}

// alignedFloats returns n zeros that begin on a cache line, so that vectors never straddle two.
func alignedFloats(n int) []float32 {
	const line = 64 / 4
	b := make([]float32, n+line-1)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))/4) & (line - 1)
	return b[skip : skip+n : skip+n]
}
