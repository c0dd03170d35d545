package feed

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
)

// Reader decodes windows of training samples.
type Reader struct {
	corpus   Corpus
	settings Settings
	order    order
	scales   map[string]dataset.LabelScale // by scorer; see Survey
	repeats  map[uint64]int32              // see Survey
	threads  int
	buffers  buffers
	decoded  map[int]windowBlock // every block read, if all fit one window: no need to decode them each epoch
}

// NewReader returns a reader of the training samples of a corpus that has been surveyed with the
// same settings. It decodes on up to threads goroutines.
func NewReader(c Corpus, s Settings, v *Survey, threads int) *Reader {
	r := &Reader{
		corpus: c, settings: s, repeats: v.Repeats, threads: threads,
		order:  order{seed: s.Seed, content: v.Content, blocks: c.Blocks(), size: s.Window},
		scales: v.Scales,
	}
	positions := 0
	for _, b := range c.Blocks() {
		positions += b.Positions
	}
	if positions <= s.Window {
		r.decoded = map[int]windowBlock{}
	}
	return r
}

// read decodes a window into w, replacing what it held. Blocks are decoded in any order and take
// their places by number.
func (r *Reader) read(ctx context.Context, w *window, epoch, number int, blocks []int) error {
	w.epoch, w.number = epoch, number
	for len(w.blocks) < len(blocks) {
		w.blocks = append(w.blocks, windowBlock{})
	}
	w.blocks = w.blocks[:len(blocks)]
	if err := r.decode(ctx, w, blocks); err != nil {
		return fmt.Errorf("read training samples: %w", err)
	}
	w.ends = w.ends[:0]
	n := 0
	for i := range w.blocks {
		n += len(w.blocks[i].samples)
		w.ends = append(w.ends, n)
	}
	w.order = r.order.permutation(epoch, number, n)
	return nil
}

// decode fills the blocks of a window, several at a time.
func (r *Reader) decode(ctx context.Context, w *window, blocks []int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(r.threads, 1))
	for i, block := range blocks {
		if b, ok := r.decoded[block]; ok {
			w.blocks[i] = b
			continue
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return r.readBlock(&w.blocks[i], block)
		})
	}
	if err := group.Wait(); err != nil || r.decoded == nil {
		return err
	}
	for i, block := range blocks {
		r.decoded[block] = w.blocks[i]
	}
	return nil
}

// readBlock leaves no more than the samples that are used in b: windows are most of what a run has in memory.
func (r *Reader) readBlock(b *windowBlock, block int) error {
	reading := r.settings.reading(&r.order.blocks[block], r.scales)
	b.scale = reading.Scale
	return r.buffers.read(r.corpus, block, reading, func(samples []dataset.Sample) {
		b.samples = append(b.samples[:0], r.settings.keep(samples, dataset.Train)...)
	})
}
