package trainer

import (
	"math"
	"slices"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/nnue/features"
	"jieqi/trainer/feed"
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
	samples, err := feed.NewSynthetic(1, 5).Read(0, dataset.Reading{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return samples[:n]
}

// A position and the same one with colours exchanged are the same training sample.
func TestColourFlipGivesTheSameSample(t *testing.T) {
	for _, x := range samplesOf(t, 200) {
		y := flipped(t, x)
		for _, mirror := range []bool{false, true} {
			var a, b features.Both
			own, enemy := a.Packed(&x.View, mirror)
			ownFlipped, enemyFlipped := b.Packed(&y.View, mirror)
			for _, list := range [][]uint16{own, enemy, ownFlipped, enemyFlipped} {
				slices.Sort(list)
			}
			if !slices.Equal(own, ownFlipped) || !slices.Equal(enemy, enemyFlipped) {
				t.Fatalf("ply %d, mirrored %v: colours change the inputs", x.Ply, mirror)
			}
		}
		if target(&x, 200, 0.8) != target(&y, 200, 0.8) {
			t.Fatalf("ply %d: colours change the target", x.Ply)
		}
	}
}

func TestTarget(t *testing.T) {
	x := dataset.Sample{Label: 100, Result: 2}
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
