package trainer

import (
	"math"
	"slices"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/nnue/features"
)

// flipped returns the sample with colours exchanged and the board turned round.
func flipped(t *testing.T, x dataset.Sample) dataset.Sample {
	t.Helper()
	from := x.View.Unpack()
	to := from
	to.Side = from.Side.Other()
	to.Pools[board.Red], to.Pools[board.Black] = from.Pools[board.Black], from.Pools[board.Red]
	for i, pc := range from.Pieces {
		if pc != board.NoPiece {
			pc = board.MakePiece(pc.Color().Other(), pc.Kind())
		}
		to.Pieces[board.Point(i).Flip()] = pc
	}
	p, err := board.New(to)
	if err != nil {
		t.Fatal(err)
	}
	x.View = p.Pack()
	return x
}

func samplesOf(t *testing.T, n int) []dataset.Sample {
	t.Helper()
	samples, err := newSynthetic(1, 5).Samples(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return samples[:n]
}

// A position and the same one with colours exchanged are the same training sample.
func TestColourFlipGivesTheSameSample(t *testing.T) {
	s := source{order: &order{seed: 1}, lambda: 0.8}
	for _, x := range samplesOf(t, 200) {
		a, b := newChunk(), newChunk()
		a.reset()
		b.reset()
		y := flipped(t, x)
		s.add(a, &x, 200, 1)
		s.add(b, &y, 200, 1)
		for _, c := range []*chunk{a, b} {
			slices.Sort(c.index[:c.start[1]])
			slices.Sort(c.index[c.start[1]:])
		}
		if !slices.Equal(a.index, b.index) || a.target[0] != b.target[0] || a.weight[0] != b.weight[0] {
			t.Fatalf("ply %d: colours change the sample", x.Ply)
		}
	}
}

func TestTarget(t *testing.T) {
	x := dataset.Sample{Score: 100, Result: 2}
	sigma := 1 / (1 + math.Exp(-0.5))
	for _, c := range []struct {
		lambda, want float64
		flags        dataset.Flags
	}{{1, sigma, 0}, {0, 1, 0}, {0.75, 0.75*sigma + 0.25, 0}, {0.25, sigma, dataset.ScoreOnly}} {
		x.Flags = c.flags
		if got := target(&x, 200, c.lambda); math.Abs(float64(got)-c.want) > 1e-6 {
			t.Errorf("λ %g, flags %d: target %g, want %g", c.lambda, c.flags, got, c.want)
		}
	}
}

// Mirroring depends on seed, epoch, game and ply, and is as often on as off.
func TestMirrorBit(t *testing.T) {
	o, other := order{seed: 1}, order{seed: 2}
	on, changed, changedSeed := 0, 0, 0
	const n = 4000
	for i := range n {
		x := dataset.Sample{Game: uint64(i / 40), Ply: uint16(i % 40)}
		bit := o.mirrored(3, &x)
		if bit {
			on++
		}
		if bit != o.mirrored(4, &x) {
			changed++
		}
		if bit != other.mirrored(3, &x) {
			changedSeed++
		}
	}
	for _, count := range []int{on, changed, changedSeed} {
		if count < n/2-n/20 || count > n/2+n/20 {
			t.Errorf("of %d: on %d, changed by epoch %d, by seed %d; each should be about half", n, on, changed, changedSeed)
			break
		}
	}
}

func TestRepeatedEarlyPositionsWeighLess(t *testing.T) {
	x := samplesOf(t, 1)[0]
	own := features.ActivePacked(&x.View, x.View.Side(), false, nil)
	s := source{order: &order{}, early: 10, counts: map[uint64]int32{earlyKey(own): 4}}
	weight := func() float32 {
		c := newChunk()
		c.reset()
		for epoch := range 8 { // mirrored and not
			s.add(c, &x, 200, epoch)
			if c.weight[epoch] != c.weight[0] {
				t.Errorf("weights %v depend on the mirror bit", c.weight[:epoch+1])
			}
		}
		return c.weight[0]
	}
	if w := weight(); w != 0.25 {
		t.Errorf("a position that occurs four times weighs %g", w)
	}
	x.Ply = 10
	if w := weight(); w != 1 {
		t.Errorf("a late position weighs %g", w)
	}
}
