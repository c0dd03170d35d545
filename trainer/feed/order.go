package feed

import "jieqi/dataset"

// Cursor is a place in the endless stream of training samples.
type Cursor struct {
	Epoch  int `json:"epoch"`  // passes over the data before this one
	Window int `json:"window"` // of the epoch
	Offset int `json:"offset"` // samples of the window already used
}

// order is the order of samples: a pure function of seed, epoch and content hash, given the
// blocks and the window size.
type order struct {
	seed    uint64
	content string
	blocks  []dataset.BlockInfo
	size    int // positions after which a window is closed
}

// windows returns the epoch's windows: the blocks in a random order, cut where a window has at
// least o.size positions.
func (o *order) windows(epoch int) [][]int {
	p := newPermutation(len(o.blocks), seedOf("blocks", o.content, o.seed, uint64(epoch)))
	var windows [][]int
	positions := o.size
	for i := range o.blocks {
		b := p.at(i)
		if positions >= o.size {
			windows = append(windows, nil)
			positions = 0
		}
		last := len(windows) - 1
		windows[last] = append(windows[last], b)
		positions += o.blocks[b].Positions
	}
	return windows
}

// permutation returns the order of the n samples that a window holds.
func (o *order) permutation(epoch, window, n int) permutation {
	return newPermutation(n, seedOf("window", o.content, o.seed, uint64(epoch), uint64(window)))
}

// mirrored says whether a training sample is shown left-right mirrored in an epoch.
func (o *order) mirrored(epoch int, s *dataset.Sample) bool {
	return mixAll(o.seed, uint64(epoch), s.Game, uint64(s.Ply))&1 == 1
}
