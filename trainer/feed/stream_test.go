package feed

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"jieqi/dataset"
)

// newTestReader reads all training samples of a corpus.
func newTestReader(c Corpus, window, threads int) *Reader {
	s := Settings{Seed: 7, Window: window, LabelScale: syntheticScale,
		Split: dataset.Split{Gate: 100, Validation: 100}, Filter: dataset.Filter{MinPly: 4}}
	return NewReader(c, s, &Survey{Content: "content"}, threads)
}

// id identifies a sample of a synthetic corpus.
func id(x *dataset.Sample) uint64 { return x.Game<<16 | uint64(x.Ply) }

// take returns the identities of the next n samples, batch by batch, and the cursor after each batch.
func take(t *testing.T, s *Stream, size, batches int) (ids []uint64, cursors []Cursor) {
	t.Helper()
	var b Batch
	for range batches {
		if err := s.Next(context.Background(), &b, size); err != nil {
			t.Fatal(err)
		}
		for _, span := range b.spans {
			for i := range span.n {
				x, scale := span.sample(i)
				if scale != syntheticScale {
					t.Fatalf("label scale %g, want %d", scale, syntheticScale)
				}
				ids = append(ids, id(x))
			}
		}
		cursors = append(cursors, s.Cursor())
	}
	return ids, cursors
}

// training returns the identities of all training samples.
func training(t *testing.T, r *Reader) []uint64 {
	t.Helper()
	var ids []uint64
	for i := range r.corpus.Blocks() {
		samples, err := r.corpus.Read(i, r.settings.reading(&dataset.BlockInfo{}, r.scales), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.settings.keep(samples, dataset.Train) {
			ids = append(ids, id(&x))
		}
	}
	return ids
}

func TestEveryEpochHasEverySampleOnce(t *testing.T) {
	r := newTestReader(NewSynthetic(5, 3), 7000, 2)
	all := training(t, r)
	s := r.Stream(context.Background(), Cursor{})
	defer s.Close()
	first, _ := take(t, s, len(all), 1)
	second, _ := take(t, s, len(all), 1)
	if slices.Equal(first, second) {
		t.Error("two epochs have the same order")
	}
	for i, epoch := range [][]uint64{first, second} {
		if slices.Equal(epoch, all) {
			t.Errorf("epoch %d is not shuffled", i)
		}
		slices.Sort(epoch)
		if !slices.Equal(epoch, slices.Sorted(slices.Values(all))) {
			t.Errorf("epoch %d does not have every training sample once", i)
		}
	}
}

// The order depends neither on how many decode nor on the size of batches, and a stream can be
// picked up at any cursor; batches are larger than windows here and straddle epochs.
func TestStreamGoesOnFromAnyCursor(t *testing.T) {
	c := NewSynthetic(4, 3)
	s := newTestReader(c, 500, 1).Stream(context.Background(), Cursor{})
	want, cursors := take(t, s, 7001, 6)
	s.Close()
	for i, from := range cursors[:5] {
		s := newTestReader(c, 500, 3).Stream(context.Background(), from)
		got, _ := take(t, s, 700, 10)
		s.Close()
		if !slices.Equal(got[:6900], want[7001*(i+1):][:6900]) {
			t.Errorf("a stream from %+v goes on otherwise", from)
		}
	}
	if last := cursors[5]; last.Epoch < 2 {
		t.Errorf("the stream got only to %+v", last)
	}
}

// Blocks that stay decoded, since all fit one window, give the same stream as any others: here the
// same samples in two epochs, each decoded once.
func TestSmallDataIsDecodedOnce(t *testing.T) {
	counting := &countingCorpus{Synthetic: NewSynthetic(4, 3)}
	r := newTestReader(counting, 1<<20, 2)
	all := training(t, r)
	counting.calls.Store(0)
	s := r.Stream(context.Background(), Cursor{})
	defer s.Close()
	for range 3 {
		ids, _ := take(t, s, len(all), 1)
		slices.Sort(ids)
		if !slices.Equal(ids, slices.Sorted(slices.Values(all))) {
			t.Fatal("an epoch does not have every training sample once")
		}
	}
	if n := counting.calls.Load(); n != 4 {
		t.Errorf("4 blocks were decoded %d times", n)
	}
}

// countingCorpus counts calls of Read.
type countingCorpus struct {
	*Synthetic
	calls atomic.Int64
}

func (c *countingCorpus) Read(block int, r dataset.Reading, dst []dataset.Sample) ([]dataset.Sample, error) {
	c.calls.Add(1)
	return c.Synthetic.Read(block, r, dst)
}

func TestWindowsHoldEveryBlockOnce(t *testing.T) {
	c := NewSynthetic(23, 3)
	o := order{seed: 1, content: "x", blocks: c.Blocks(), size: 10000}
	var seen []int
	windows := o.windows(4)
	for i, w := range windows {
		n := 0
		for _, b := range w {
			n += c.Blocks()[b].Positions
		}
		if n < o.size && i < len(windows)-1 {
			t.Errorf("window %d has %d positions, fewer than %d", i, n, o.size)
		}
		seen = append(seen, w...)
	}
	slices.Sort(seen)
	for i := range c.Blocks() {
		if seen[i] != i {
			t.Fatalf("blocks %v", seen)
		}
	}
	other := order{seed: 1, content: "y", blocks: c.Blocks(), size: 10000}
	if slices.EqualFunc(windows, other.windows(4), slices.Equal[[]int]) {
		t.Error("the order of blocks does not depend on the content hash")
	}
}

// errStop ends a stream in the middle, as a signal would.
var errStop = errors.New("stop")

func TestStreamStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := newTestReader(NewSynthetic(4, 3), 500, 1).Stream(ctx, Cursor{})
	defer s.Close()
	cancel(errStop)
	var b Batch
	for range 3 {
		if err := s.Next(ctx, &b, 1<<20); err == errStop {
			return
		}
	}
	t.Error("a stream outlived its context")
}

// However many windows a batch reaches over, two are in memory.
func TestTwoWindowsAreEnough(t *testing.T) {
	s := newTestReader(NewSynthetic(12, 3), 500, 2).Stream(context.Background(), Cursor{})
	defer s.Close()
	windows := map[*window]bool{}
	var b Batch
	for _, n := range []int{100, 400, 5000, 300, 20000, 2500, 2500, 2500, 1} {
		if err := s.Next(context.Background(), &b, n); err != nil {
			t.Fatal(err)
		}
		windows[s.current] = true
		for _, span := range b.spans {
			if span.window != nil && span.window != s.current {
				t.Errorf("%d samples: some still lie in a window that is in use again", n)
			}
		}
	}
	if len(windows) != 2 {
		t.Errorf("%d windows were used", len(windows))
	}
}

// failing is a corpus with a block that cannot be read.
type failing struct{ *Synthetic }

func (f failing) Read(block int, r dataset.Reading, dst []dataset.Sample) ([]dataset.Sample, error) {
	if block == 2 {
		return dst, dataset.ErrDamaged
	}
	return f.Synthetic.Read(block, r, dst)
}

func TestStreamReportsDamage(t *testing.T) {
	s := newTestReader(failing{NewSynthetic(4, 3)}, 500, 2).Stream(context.Background(), Cursor{})
	defer s.Close()
	var b Batch
	if err := s.Next(context.Background(), &b, 1<<16); err == nil {
		t.Error("a block that cannot be read went unnoticed")
	}
}
