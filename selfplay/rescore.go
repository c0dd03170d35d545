package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine"
)

// rescoreAhead is how many games workers may be ahead of the writer.
const rescoreAhead = 2 * dataset.DefaultBlockGames

// RescoreSummary is what a folder holds when all games are copied.
type RescoreSummary struct {
	dataset.Stats
	Run Progress `json:"run"` // the last call alone
}

// Rescore searches the positions of recorded games again and writes the games, with the new scores, into dir: a
// new shard for each of the finished shards in paths, which are left as they are and refused when damaged. Each
// game is replayed, so that a search knows its history; each search begins with an empty table and sees what the
// mover had been told. When ctx ends, finished games are kept and the error says how to go on; a run with
// Rescoring.Resume then ends in the same content hash as one that was never disturbed, by any number of workers.
// progress may be nil; it is called from one goroutine.
func Rescore(ctx context.Context, cfg Rescoring, f engine.Factory, paths []string, dir string, progress func(Progress)) (RescoreSummary, error) {
	if err := cfg.Check(); err != nil {
		return RescoreSummary{}, err
	}
	if err := fitsMemory(cfg.memory(), atOnce(cfg.Workers), cfg.HashMB); err != nil {
		return RescoreSummary{}, fmt.Errorf("rescore: %w", err)
	}
	parents, err := dataset.OpenArchive(paths...)
	if err != nil {
		return RescoreSummary{}, err
	}
	defer parents.Close()
	if err := parents.CheckFiles(ctx); err != nil {
		return RescoreSummary{}, err
	}
	folder, err := outside(parents, dir)
	if err != nil {
		return RescoreSummary{}, fmt.Errorf("rescore: %w", err)
	}
	defer folder.Close()
	plan, err := openCopies(&cfg, &f, parents, dir)
	if err != nil {
		return RescoreSummary{}, err
	}
	r := rescoring{cfg: &cfg, factory: f, parents: parents, plan: plan,
		work: make(chan *rescoreJob), line: make(chan *rescoreJob, rescoreAhead)}
	r.report = newReporter(progress, Progress{Games: plan.done, Total: plan.total, Memory: cfg.memory()})
	if err := r.run(ctx); err != nil {
		return RescoreSummary{}, err
	}
	return r.summarize(ctx, dir)
}

// outside makes the folder, which must hold none of the parents, and locks it.
func outside(parents *dataset.Archive, dir string) (io.Closer, error) {
	if out, err := os.Stat(dir); err == nil {
		for _, s := range parents.Shards() {
			if in, err := os.Stat(filepath.Dir(s.File)); err == nil && os.SameFile(in, out) {
				return nil, fmt.Errorf("%s holds the games to be searched again: choose another folder for their copies", dir)
			}
		}
	}
	return durable.Lock(dir)
}

// rescoreJob is a game on its way from a parent into its copy.
type rescoreJob struct {
	copy  *shardCopy
	game  dataset.Game
	nodes uint64
	err   error
	ready chan struct{} // closed when the fields above are final
	old   bool          // it was finished before the run
}

// rescoring is one call of Rescore: one goroutine reads the parents' games and hands each to a worker and, in the
// same order, to the writer, who waits for it.
type rescoring struct {
	cfg     *Rescoring
	factory engine.Factory
	parents *dataset.Archive
	plan    *copies
	work    chan *rescoreJob
	line    chan *rescoreJob
	report  reporter
}

func (r *rescoring) run(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var group errgroup.Group
	group.Go(func() error { return r.read(ctx) })
	for range min(atOnce(r.cfg.Workers), max(1, r.plan.total-r.plan.done)) {
		group.Go(func() error { r.search(ctx); return nil })
	}
	failed := r.write(cancel)
	if err := group.Wait(); failed == nil {
		failed = err
	}
	return r.putAway(failed)
}

// read takes the games that copies lack out of their parents.
func (r *rescoring) read(ctx context.Context) error {
	defer close(r.line)
	defer close(r.work)
	for _, c := range r.plan.todo {
		for _, b := range c.parent.Blocks {
			if r.parents.Blocks()[b].Last < c.next {
				continue
			}
			games, err := r.parents.Games(b)
			if err != nil {
				return err
			}
			for i := range games {
				if err := r.hand(ctx, c, &games[i]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// hand puts a game on its way if the copy lacks it.
func (r *rescoring) hand(ctx context.Context, c *shardCopy, g *dataset.Game) error {
	if g.Index < c.next {
		return nil
	}
	j := &rescoreJob{copy: c, game: *g, ready: make(chan struct{})}
	if finished, ok := c.waiting[g.Index]; ok {
		j.game, j.old = finished, true
		close(j.ready)
	} else {
		select {
		case r.work <- j:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	r.line <- j // the writer empties the line whatever happens
	return nil
}

// search is a worker.
func (r *rescoring) search(ctx context.Context) {
	w := newRescorer(r.cfg, r.factory)
	for j := range r.work {
		j.nodes, j.err = w.game(ctx, &j.game, j.copy.rules, j.copy.draw)
		switch {
		case j.err == nil:
		case ctx.Err() != nil:
			j.err = context.Cause(ctx) // no fault of the game
		default:
			j.err = fmt.Errorf("%s: %w", j.copy.parent.File, j.err)
		}
		close(j.ready)
	}
}

// write takes the games in order until the line ends. After an error it only collects.
func (r *rescoring) write(cancel func(error)) error {
	var failed error
	for j := range r.line {
		<-j.ready
		if j.err == nil && !j.old {
			r.report.add(&Played{Game: j.game, Nodes: j.nodes})
		}
		switch {
		case j.err == nil && failed == nil:
			if failed = j.copy.write(&j.game); failed != nil {
				j.copy.late = append(j.copy.late, j.game)
			}
		case j.err == nil:
			j.copy.late = append(j.copy.late, j.game)
		case failed == nil:
			failed = j.err
		}
		if failed != nil {
			cancel(failed)
		}
	}
	return failed
}

// putAway keeps the finished games that are in no whole block, and says how a run that failed goes on.
func (r *rescoring) putAway(failed error) error {
	var lost error
	n := 0
	for _, c := range r.plan.todo {
		games, err := c.putAway()
		if err != nil {
			lost, n = errors.Join(lost, err), n+games
		}
	}
	if lost != nil {
		lost = fmt.Errorf("rescore: %d finished games could not be kept and will be searched again: %w", n, lost)
	}
	if failed != nil {
		failed = r.stopped(failed)
	}
	return errors.Join(failed, lost)
}

// stopped adds to what ended the work how far it has come and how to go on.
func (r *rescoring) stopped(err error) error {
	return fmt.Errorf("rescoring stopped with %d of %d games finished: %w; resume to go on from there",
		r.report.at.Games, r.plan.total, err)
}

func (r *rescoring) summarize(ctx context.Context, dir string) (RescoreSummary, error) {
	set, err := dataset.Open(dir)
	if err != nil {
		return RescoreSummary{}, err
	}
	defer set.Close()
	stats, err := set.Stats(ctx, dataset.DefaultSplit)
	if ctx.Err() != nil && err != nil {
		err = r.stopped(err) // while the games were counted
	}
	return RescoreSummary{Stats: stats, Run: r.report.at}, err
}
