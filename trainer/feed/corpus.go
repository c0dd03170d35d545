package feed

import (
	"context"
	"sync"

	"jieqi/dataset"
	"jieqi/dataset/lineage"
)

// Corpus is what samples are read from: a *dataset.Set, or made-up games for measuring speed.
type Corpus interface {
	Blocks() []dataset.BlockInfo
	// Read appends the samples of one block to dst; it may be called concurrently.
	Read(block int, r dataset.Reading, dst []dataset.Sample) ([]dataset.Sample, error)
	ContentHash(ctx context.Context) (string, error)
	// Data says what a training or a hold-out on the corpus takes.
	Data(split dataset.Split) lineage.Data
	FitLabelScales(ctx context.Context, split dataset.Split) (map[string]dataset.LabelScale, error)
}

// keep removes from samples all that do not belong to part or that the filter drops.
func (s *Settings) keep(samples []dataset.Sample, part dataset.Part) []dataset.Sample {
	kept := samples[:0]
	for i := range samples {
		x := &samples[i]
		if s.Split.Part(x.DealKey) == part && s.Filter.Judge(x) == dataset.Keep {
			kept = append(kept, *x)
		}
	}
	return kept
}

// buffers lends memory for the samples of whole blocks. The zero value is ready to use, by several goroutines.
type buffers struct{ pool sync.Pool }

// read calls visit with the samples of a block, which hold until it returns.
func (b *buffers) read(c Corpus, block int, r dataset.Reading, visit func([]dataset.Sample)) error {
	samples, ok := b.pool.Get().(*[]dataset.Sample)
	if !ok {
		samples = new([]dataset.Sample)
	}
	defer b.pool.Put(samples)
	var err error
	if *samples, err = c.Read(block, r, (*samples)[:0]); err != nil {
		return err
	}
	visit(*samples)
	return nil
}
