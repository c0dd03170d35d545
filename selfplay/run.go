package selfplay

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset/durable"
	"jieqi/engine"
)

// Run plays the games that dir lacks and writes them there. It first estimates the memory it will
// take and refuses what the machine does not have; the first call of progress tells the estimate.
// When ctx ends, games in play are dropped, finished ones kept, and the error says how to go on; a
// run with Config.Resume then ends in the same content hash as one that was never disturbed.
// progress may be nil; it is called from one goroutine.
func Run(ctx context.Context, cfg Config, f engine.Factory, dir string, progress func(Progress)) (Summary, error) {
	memory, err := cfg.prepare()
	if err != nil {
		return Summary{}, err
	}
	folder, err := durable.Lock(dir)
	if err != nil {
		return Summary{}, fmt.Errorf("self-play: %w", err)
	}
	defer folder.Close()
	p, err := open(&cfg, &f, dir)
	if err != nil {
		return Summary{}, err
	}
	r := newRun(&cfg, f, dir, p)
	r.report = newReporter(progress, Progress{Games: p.done(&cfg), Total: cfg.Games, Memory: memory})
	if err := r.play(ctx); err != nil {
		return Summary{}, err
	}
	s, err := summarise(ctx, dir, &cfg, r.report.at)
	if ctx.Err() != nil && err != nil {
		err = r.stopped(err) // while the games were counted
	}
	return s, err
}

// prepare checks the settings and estimates the memory.
func (c *Config) prepare() (memory uint64, err error) {
	if err := c.Check(); err != nil {
		return 0, err
	}
	memory = c.Memory()
	if err := fitsMemory(memory, atOnce(c.Workers), c.HashMB); err != nil {
		return 0, fmt.Errorf("self-play: %w", err)
	}
	return memory, nil
}

// run is one call of Run.
type run struct {
	cfg     *Config
	factory engine.Factory
	dir     string
	queue   *queue
	line    *line
	report  reporter
	kept    atomic.Int64 // games that the crew keeps
}

func newRun(cfg *Config, f engine.Factory, dir string, p *plan) *run {
	var spans []span
	for _, s := range p.segments {
		if todo := s.todo(); todo.games() > 0 {
			spans = append(spans, todo)
		}
	}
	r := &run{cfg: cfg, factory: f, dir: dir, line: newLine(p)}
	r.queue = newQueue(spans, r.line.indices(), cfg.crew().GamesAhead(cfg))
	r.line.written = r.queue.wrote
	return r
}

// play has the crew play and writes what it delivers, until all is written, parent ends or something
// fails; then it puts away what is finished but not in a whole block.
func (r *run) play(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	games := make(chan Played, atOnce(r.cfg.Workers))
	job := Job{Config: r.cfg, Factory: r.factory, Claim: r.queue.claim, Deliver: func(p Played) { games <- p }, Kept: func(n int) { r.kept.Store(int64(n)) }}
	workers, ctx := errgroup.WithContext(ctx)
	workers.Go(func() error { return r.cfg.crew().PlayGames(ctx, job) })
	result := make(chan error, 1)
	go func() {
		result <- workers.Wait()
		close(games)
	}()
	failed := r.write(games, cancel)
	worked := <-result
	switch {
	case failed != nil:
	case r.line.complete(): // even if parent ended a moment later
	case parent.Err() != nil:
		failed = context.Cause(parent)
	default:
		failed = worked
	}
	return r.putAway(failed)
}

// write takes the workers' games in order until no worker is left. After an error it only collects.
func (r *run) write(games <-chan Played, cancel context.CancelCauseFunc) error {
	failed := r.line.advance()
	if failed != nil {
		cancel(failed)
	}
	for p := range games {
		r.line.ready[p.Game.Index] = p.Game
		if failed == nil {
			if failed = r.line.advance(); failed != nil {
				cancel(failed)
			}
		}
		r.report.add(&p)
	}
	return failed
}

// putAway keeps the finished games that are in no whole block, and says how a run that failed goes on.
func (r *run) putAway(failed error) error {
	games, err := r.line.stop()
	err = errors.Join(err, keep(filepath.Join(r.dir, suspendedName), r.cfg.header(&r.factory, 0, 1), games))
	if err != nil {
		err = fmt.Errorf("self-play: %d finished games could not be kept and will be played again: %w",
			len(games), err)
	}
	if failed != nil {
		failed = r.stopped(failed)
	}
	return errors.Join(failed, err)
}

// stopped adds to what ended the run how far it has come and how to go on.
func (r *run) stopped(err error) error {
	return fmt.Errorf("self-play stopped with %d of %d games finished: %w; resume to go on from there",
		r.report.at.Games+int(r.kept.Load()), r.cfg.Games, err)
}
