package trainer

import (
	"context"
	"fmt"
	"sort"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
)

// window is a group of decoded blocks and the order in which their samples are used.
type window struct {
	epoch, number int
	blocks        []windowBlock
	ends          []int // ends[i]: samples in blocks 0..i
	order         permutation
}

// windowBlock is the training samples of one block. Buffers are reused by later windows.
type windowBlock struct {
	samples []dataset.Sample
	scale   float64 // label scale of what scored them, centipawns
}

// size returns the number of samples.
func (w *window) size() int {
	if len(w.ends) == 0 {
		return 0
	}
	return w.ends[len(w.ends)-1]
}

// sample returns the i-th sample in the window's order, and its label scale.
func (w *window) sample(i int) (*dataset.Sample, float64) {
	at := w.order.at(i)
	b := sort.SearchInts(w.ends, at+1)
	if b > 0 {
		at -= w.ends[b-1]
	}
	return &w.blocks[b].samples[at], w.blocks[b].scale
}

// reader decodes windows.
type reader struct {
	corpus  corpus
	order   order
	choice  selection
	scales  map[string]float64 // label scale by network
	threads int
	decoded map[int]windowBlock // every block read, if all fit one window: no need to decode them each epoch
}

// newReader returns a reader of the training samples of a corpus.
func newReader(c corpus, cfg *Config, content string, scales map[string]dataset.LabelScale, threads int) *reader {
	r := &reader{
		corpus: c, threads: threads,
		order:  order{seed: cfg.Seed, content: content, blocks: c.Blocks(), size: cfg.Window},
		choice: selection{split: cfg.Split, filter: cfg.Filter},
		scales: map[string]float64{},
	}
	positions := 0
	for _, b := range c.Blocks() {
		r.scales[b.Network] = cfg.scale(scales, b.Network)
		positions += b.Positions
	}
	if positions <= cfg.Window {
		r.decoded = map[int]windowBlock{}
	}
	return r
}

// read decodes a window into w, replacing what it held. Blocks are decoded in any order and take
// their places by number.
func (r *reader) read(ctx context.Context, w *window, epoch, number int, blocks []int) error {
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
func (r *reader) decode(ctx context.Context, w *window, blocks []int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(r.threads, 1))
	for i, block := range blocks {
		if b, ok := r.decoded[block]; ok {
			w.blocks[i] = b
			continue
		}
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
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

func (r *reader) readBlock(b *windowBlock, block int) error {
	samples, err := r.corpus.Samples(block, b.samples[:0])
	if err != nil {
		return err
	}
	b.samples = r.choice.keep(samples, dataset.Train)
	b.scale = r.scales[r.order.blocks[block].Network]
	return nil
}
