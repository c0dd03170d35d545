package trainer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"jieqi/dataset"
	"jieqi/trainer/feed"
)

// BenchResult is the speed of training from end to end: loading, features, forward and backward
// passes and the optimiser.
type BenchResult struct {
	PositionsPerSecond float64 `json:"positions_per_s"`
	LoaderWaitPercent  float64 `json:"loader_wait_percent"` // share of the time in which training waited for samples
	Kernel             string  `json:"kernel"`
	Threads            int     `json:"threads"`
	Batch              int     `json:"batch"`
	Samples            int64   `json:"samples"` // trained on while measuring
}

// syntheticBlocks gives a bench without data several windows of games.
const syntheticBlocks = 1000

// Bench trains for about the given time on shards, or on made-up games if data is empty, and
// measures; Options.Reading hears of the seconds measured too. Nothing is written.
func Bench(ctx context.Context, cfg Config, data []string, o Options, d time.Duration) (_ *BenchResult, err error) {
	if len(data) == 0 {
		return bench(ctx, feed.NewSynthetic(syntheticBlocks, cfg.Seed), cfg, o, d)
	}
	set, err := dataset.Open(data...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = o.Reading
	return bench(ctx, set, cfg, o, d)
}

func bench(ctx context.Context, c feed.Corpus, cfg Config, o Options, d time.Duration) (*BenchResult, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("training configuration: %w", err)
	}
	dir, err := os.MkdirTemp("", "jieqi-bench-")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	o.Resume = false
	r, err := newRun(ctx, c, cfg, dir, o)
	if err != nil {
		return nil, err
	}
	defer r.log.Close()
	s := r.reader.Stream(ctx, feed.Cursor{})
	defer s.Close()
	// The first window and the first steps, which fill buffers, are not measured.
	const warmUp = 2
	var b feed.Batch
	m := newMeter()
	step := int64(1)
	for ; step <= warmUp || time.Since(m.began) < d; step++ {
		if step == warmUp+1 {
			m = newMeter()
			m.waited = s.Waited()
		}
		if o.Reading != nil {
			o.Reading("measure for seconds", int(time.Since(m.began)/time.Second), int(d/time.Second))
		}
		if _, err := r.step(ctx, s, &b, min(step, r.state.Steps), m); err != nil {
			return nil, err
		}
	}
	m.stop(s)
	return &BenchResult{
		PositionsPerSecond: m.positionsPerSecond(cfg.Batch), LoaderWaitPercent: m.waitPercent(),
		Kernel: r.set.Name, Threads: r.threads, Batch: cfg.Batch, Samples: m.steps * int64(cfg.Batch),
	}, nil
}
