package feed

import (
	"context"
	"testing"

	"jieqi/dataset"
)

// What is shown for any range of positions of a batch is what is shown for the whole of it.
func TestShownByRanges(t *testing.T) {
	r := newTestReader(NewSynthetic(4, 3), 500, 2)
	s := r.Stream(context.Background(), Cursor{})
	defer s.Close()
	var b Batch
	const n = 3000 // several windows
	if err := s.Next(context.Background(), &b, n); err != nil {
		t.Fatal(err)
	}
	var all []Shown
	b.Show(0, n, func(x Shown) {
		if want := r.order.mirrored(s.Cursor().Epoch, &x.Sample); x.Mirror != want {
			t.Fatalf("position %d: mirrored %v, want %v", len(all), x.Mirror, want)
		}
		all = append(all, x)
	})
	if len(all) != n || len(b.spans) < 2 {
		t.Fatalf("%d positions of %d shown, from %d windows", len(all), n, len(b.spans))
	}
	for from := 0; from < n; from += 700 {
		i := from
		b.Show(from, min(from+700, n), func(x Shown) {
			if x != all[i] {
				t.Fatalf("position %d shown from %d on is another one", i, from)
			}
			i++
		})
		if i != min(from+700, n) {
			t.Errorf("from %d: %d positions", from, i-from)
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
	samples, err := NewSynthetic(1, 5).Read(0, dataset.Reading{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &samples[0]
	r := &Reader{settings: Settings{EarlyPlies: 10}, repeats: map[uint64]int32{earlyKey(x): 4}}
	weight := func() float32 {
		var weights []float32
		mirrored := 0
		for epoch := range 8 { // mirrored and not
			w := &window{epoch: epoch, blocks: []windowBlock{{samples: samples[:1], scale: 200}}, ends: []int{1},
				order: r.order.permutation(epoch, 0, 1)}
			b := Batch{reader: r, spans: []span{{window: w, epoch: epoch, n: 1}}}
			b.Show(0, 1, func(x Shown) {
				weights = append(weights, x.Weight)
				if x.Mirror {
					mirrored++
				}
			})
			if weights[epoch] != weights[0] {
				t.Errorf("weights %v depend on the mirror bit", weights)
			}
		}
		if mirrored == 0 || mirrored == len(weights) {
			t.Errorf("%d of %d epochs mirrored", mirrored, len(weights))
		}
		return weights[0]
	}
	if w := weight(); w != 0.25 {
		t.Errorf("a position that occurs four times weighs %g", w)
	}
	x.Ply = 10
	if w := weight(); w != 1 {
		t.Errorf("a late position weighs %g", w)
	}
}
