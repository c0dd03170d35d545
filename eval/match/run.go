package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"jieqi/dataset/durable"
	"jieqi/eval"
)

// Stop decides, after a match's first pairs, whether the results of pairs 0 to n-1 suffice.
type Stop struct {
	From   int                   // the smallest n that can suffice
	Enough func(eval.Pairs) bool // asked for each n >= From in order, on one goroutine at a time; nil: never enough
}

// Progress is told how the match stands: once of what the folder held, and whenever more pairs count.
type Progress func(Standing)

// Run plays the match of cfg in dir until cfg.Pairs pairs are played or stop says that the first n
// suffice, and returns those n in order. Pairs beyond the decision, at most as many as are played at once, stay in
// the journal and are not counted. Cancelling ctx ends it with an error; what is
// journalled is kept, and running again goes on from there.
func Run(ctx context.Context, cfg Config, dir string, stop Stop, progress Progress) ([]*Pair, error) {
	folder, err := durable.Lock(dir)
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	defer folder.Close()
	if err := cfg.claim(dir); err != nil {
		return nil, err
	}
	j, err := openJournal(dir)
	if err != nil {
		return nil, err
	}
	r := newRunner(cfg, j, stop, progress)
	err = r.play(ctx)
	if cerr := j.file.Close(); err == nil && cerr != nil {
		err = fmt.Errorf("close the journal: %w", cerr)
	}
	if err != nil {
		return nil, err
	}
	return j.prefix(r.standing.Counted), nil
}

// runner hands pairs to the crew and counts them in order. Its fields below mu are guarded by it.
type runner struct {
	cfg      Config
	stop     Stop
	progress Progress

	mu       sync.Mutex
	moved    *sync.Cond // counted, decided or the context changed
	journal  *journal
	next     int // first pair not yet handed out
	standing Standing
	failed   int  // of the pairs counted, so many at the end in a row are failed ones
	decided  bool // nothing more has to be played
}

func newRunner(cfg Config, j *journal, stop Stop, progress Progress) *runner {
	cfg.Workers = max(1, cfg.Workers)
	r := &runner{cfg: cfg, journal: j, stop: stop, progress: progress}
	r.standing.Most = cfg.Pairs
	r.moved = sync.NewCond(&r.mu)
	return r
}

func (r *runner) play(parent context.Context) error {
	if err := r.count(); err != nil || r.decided {
		return err
	}
	err := r.cfg.crew().PlayPairs(parent, Job{Config: &r.cfg, Claim: r.take, Deliver: r.finish})
	// The cause says what ended the match, such as a signal; what it met there does not matter.
	if cause := context.Cause(parent); cause != nil && (errors.Is(err, cause) || errors.Is(err, context.Canceled)) {
		return cause
	}
	return err
}

// take hands out the next pair that is not in the journal. It waits rather than run more pairs ahead of a decision that
// may be near than are played at once.
func (r *runner) take(ctx context.Context) (int, bool) {
	defer context.AfterFunc(ctx, r.wake)()
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil && !r.decided {
		for r.journal.pairs[r.next] != nil {
			r.next++
		}
		if r.next >= r.cfg.Pairs {
			break
		}
		if r.next < max(r.standing.Counted, r.stop.From)+r.cfg.crew().PairsAtOnce(&r.cfg) {
			r.next++
			return r.next - 1, true
		}
		r.moved.Wait()
	}
	return 0, false
}

func (r *runner) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moved.Broadcast()
}

func (r *runner) finish(p *Pair) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.add(p); err != nil {
		return err
	}
	return r.count()
}

// mostFailed is how many failed pairs in a row end a match: it measures nothing any more.
const mostFailed = 5

// count takes journalled pairs into the standing, in pair order, until one is missing or enough are in. It fails when
// the last pairs counted are failed ones.
func (r *runner) count() error {
	defer r.moved.Broadcast()
	before := r.standing.Counted
	for {
		if r.decided = r.enough(); r.decided {
			break
		}
		p := r.journal.pairs[r.standing.Counted]
		if p == nil {
			break
		}
		if r.standing.add(p) {
			r.failed++
		} else {
			r.failed = 0
		}
	}
	if r.progress != nil && r.standing.Counted > before {
		r.progress(r.standing)
	}
	if r.failed >= mostFailed {
		r.decided = true
		return tooManyFailed(r.journal.pairs[r.standing.Counted-1], r.failed)
	}
	return nil
}

func (r *runner) enough() bool {
	if r.standing.Counted >= r.cfg.Pairs {
		return true
	}
	return r.stop.Enough != nil && r.standing.Counted >= r.stop.From && r.stop.Enough(r.standing.Results)
}
