package trainer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"jieqi/dataset"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// BenchResult is the speed of training from end to end: loading, features, forward and backward
// passes and the optimiser.
type BenchResult struct {
	PositionsPerSecond float64 `json:"positions_per_s"`
	LoaderWaitPercent  float64 `json:"loader_wait_percent"` // share of the time in which training waited for samples
	SerialPercent      float64 `json:"serial_percent"`      // see Bench
	Kernel             string  `json:"kernel"`
	Threads            int     `json:"threads"`
	Batch              int     `json:"batch"`
	Samples            int64   `json:"samples"` // trained on while measuring
}

// syntheticBlocks gives a bench without data several windows of games.
const syntheticBlocks = 1000

// Bench trains for about the given time on each number of threads, in this order, on shards, or on made-up games if
// data is empty, and measures; Options.Reading hears of the seconds measured too. Nothing is written.
//
// SerialPercent is the share of the time of steps that passed outside the sections whose work all threads share:
// there one goroutine works and the others can only wait. What it is on one thread, no number of threads can take away.
// Waiting for samples is left out of it, and it does not show that a shared section may have fewer tasks than
// there are threads.
func Bench(ctx context.Context, cfg Config, data []string, o Options, threads []int, d time.Duration) (_ []BenchResult, err error) {
	if len(data) == 0 {
		return bench(ctx, feed.NewSynthetic(syntheticBlocks, cfg.Seed), cfg, o, threads, d)
	}
	set, err := dataset.Open(data...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = o.Reading
	return bench(ctx, set, cfg, o, threads, d)
}

func bench(ctx context.Context, c feed.Corpus, cfg Config, o Options, threads []int, d time.Duration) ([]BenchResult, error) {
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
	var results []BenchResult
	for _, n := range threads {
		r.threads = n
		r.reader = feed.NewReader(c, cfg.feed(), r.survey, n)
		r.training = backprop.NewTraining(r.optimiser, r.set, cfg.Batch, n)
		b, err := r.bench(ctx, d)
		if err != nil {
			return nil, err
		}
		results = append(results, *b)
	}
	return results, nil
}

// bench measures the run's steps from its first window on.
func (r *run) bench(ctx context.Context, d time.Duration) (*BenchResult, error) {
	s := r.reader.Stream(ctx, feed.Cursor{})
	defer s.Close()
	// The first window and the first steps, which fill buffers, are not measured.
	const warmUp = 2
	var b feed.Batch
	m := newMeter()
	var shared time.Duration
	step := int64(1)
	for ; step <= warmUp || time.Since(m.began) < d; step++ {
		if step == warmUp+1 {
			m = newMeter()
			m.waited, shared = s.Waited(), r.training.Shared()
		}
		if r.options.Reading != nil {
			r.options.Reading("measure for seconds", int(time.Since(m.began)/time.Second), int(d/time.Second))
		}
		if _, err := r.step(ctx, s, &b, min(step, r.state.Steps), m); err != nil {
			return nil, err
		}
	}
	m.stop(s)
	shared = r.training.Shared() - shared
	batch := r.config.Batch
	return &BenchResult{
		PositionsPerSecond: m.positionsPerSecond(batch), LoaderWaitPercent: m.waitPercent(),
		SerialPercent: 100 * (1 - shared.Seconds()/(m.elapsed-m.waited).Seconds()),
		Kernel:        r.set.Name, Threads: r.threads, Batch: batch, Samples: m.steps * int64(batch),
	}, nil
}
