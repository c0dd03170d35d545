package feed

import (
	"context"
	"math"
	"slices"
	"testing"

	"jieqi/dataset"
)

// twoViews is a corpus whose positions all have another view, and whose labels are one centipawn above the score
// where averages are asked for: what package dataset does with a Reading, made visible.
type twoViews struct{ *Synthetic }

// further marks the samples of the other view.
const further = 1 << 40

func (c twoViews) Read(block int, r dataset.Reading, dst []dataset.Sample) ([]dataset.Sample, error) {
	samples, err := c.Synthetic.Read(block, r, nil)
	for _, x := range samples {
		training := r.Split.Part(x.DealKey) == dataset.Train
		if training && r.Returns > 0 && r.Scale == syntheticScale {
			x.Label++
		}
		dst = append(dst, x)
		if training && r.OtherView != nil && r.OtherView(x.Game, int(x.Ply)) {
			x.Game |= further
			dst = append(dst, x)
		}
	}
	return dst, err
}

// The further samples are counted, streamed once an epoch and drawn by seed, and the hold-out has none.
func TestOtherViewsAreTrainingSamples(t *testing.T) {
	c, settings := twoViews{NewSynthetic(6, 2)}, testSettings()
	settings.Window = 1500
	plain := surveyOf(t, c, settings, 2)
	settings.OtherView, settings.Returns = 0.25, 0.5
	s := surveyOf(t, c, settings, 2)
	all, own := float64(s.Samples(dataset.Train)), float64(plain.Samples(dataset.Train))
	if got := all/own - 1; math.Abs(got-0.25) > 5*math.Sqrt(0.25*0.75/own) {
		t.Errorf("%g of the positions gave a further sample, want 0.25", got)
	}
	if !slices.Equal(s.Held, plain.Held) || s.Tallies[dataset.Validation] != plain.Tallies[dataset.Validation] {
		t.Error("the hold-out is another one")
	}
	r := NewReader(c, settings, s, 2)
	stream := r.Stream(context.Background(), Cursor{})
	defer stream.Close()
	var b Batch
	if err := stream.Next(context.Background(), &b, int(s.Samples(dataset.Train))); err != nil {
		t.Fatal(err)
	}
	var ids []uint64
	b.Show(0, int(all), func(x Shown) {
		ids = append(ids, id(&x.Sample))
		if x.Label != x.Score+1 {
			t.Fatalf("game %d, ply %d: the label is not what a reading makes of it", x.Game, x.Ply)
		}
	})
	slices.Sort(ids)
	if !slices.Equal(ids, slices.Sorted(slices.Values(training(t, r)))) {
		t.Error("an epoch does not have every sample once")
	}
	other := settings
	other.Seed++
	if surveyOf(t, c, other, 2).Samples(dataset.Train) == s.Samples(dataset.Train) {
		t.Error("another seed draws as many positions: surely the same")
	}
}

// A larger share draws the same positions and more; 1 draws all, 0 none.
func TestDrawOfOtherViews(t *testing.T) {
	shares := []float64{0, 0.1, 0.6, 1}
	for i := range uint64(2000) {
		drawn := false
		for _, share := range shares {
			s := Settings{Seed: 3, OtherView: share}
			now := s.drawsOtherView(i/50, int(i%50))
			if drawn && !now || share == 0 && now || share == 1 && !now {
				t.Fatalf("game %d, ply %d: drawn %v at a share of %g", i/50, i%50, now, share)
			}
			drawn = now
		}
	}
	if r := (&Settings{}).reading(&dataset.BlockInfo{}, nil); r.OtherView != nil || r.Returns != 0 {
		t.Error("a reading of settings that are off asks for something")
	}
}
