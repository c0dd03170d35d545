package revealprice

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine/deal"
	"jieqi/engine/search"
)

// Config is what an audit is asked to do.
type Config struct {
	Games
	Reveals   int            // to audit; those audited before stay in the journal
	Depth     int            // plies, the reveal included
	MostNodes uint64         // of one price, and of one identity with star1 inside
	Star1     int            // the first so many reveals have a reference with star1 inside too
	Search    search.Options // of the audit, but for the method; games are played by search.Main
}

// Run audits the reveals of cfg that are missing in dir, and reports on all of them. Cancelling ctx ends it with
// an error; running again goes on from there.
func Run(ctx context.Context, cfg Config, dir string, progress Progress) (*Report, error) {
	folder, err := durable.Lock(dir)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	defer folder.Close()
	if err := cfg.claim(dir); err != nil {
		return nil, err
	}
	var games [len(methods)][]dataset.Game
	for i, m := range methods {
		if games[i], err = cfg.play(ctx, m, cfg.share(i), dir, progress); err != nil {
			return nil, err
		}
	}
	file, done, err := openJournal(filepath.Join(dir, journalName))
	if err != nil {
		return nil, err
	}
	s := &study{cfg: cfg, source: deal.NewSource(cfg.Phrase), games: games, journal: file, done: done, progress: progress}
	if err := errors.Join(s.run(ctx), file.Close()); err != nil {
		return nil, err
	}
	r := newReport(cfg, s.counted())
	return r, r.write(dir)
}

// share is how many reveals are of games of the i-th method: reveal r is of games of method r mod the methods.
func (cfg *Config) share(i int) int { return (cfg.Reveals + len(methods) - 1 - i) / len(methods) }

// study is one call of Run.
type study struct {
	cfg      Config
	source   deal.Source
	games    [len(methods)][]dataset.Game
	progress Progress

	mu      sync.Mutex
	next    int // reveal to look at next
	none    int // games without a reveal to audit
	journal *durable.Journal
	done    []Audited
}

// run audits what is missing.
func (s *study) run(parent context.Context) error {
	group, ctx := errgroup.WithContext(parent)
	s.report()
	for range max(1, s.cfg.Workers) {
		group.Go(func() error { return s.work(ctx) })
	}
	err := group.Wait()
	if parent.Err() != nil {
		return context.Cause(parent)
	}
	return err
}

func (s *study) work(ctx context.Context) error {
	a := newAuditor(s.cfg.Evaluation, s.cfg.Search, s.cfg.Depth, s.cfg.MostNodes)
	for {
		i, ok := s.take()
		if !ok || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.audit(ctx, a, i); err != nil {
			return fmt.Errorf("reveal %d: %w", i, err)
		}
	}
}

// take hands out the next reveal that is not in the journal.
func (s *study) take() (i int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.has(s.next) {
		s.next++
	}
	s.next++
	return s.next - 1, s.next <= s.cfg.Reveals
}

func (s *study) has(i int) bool {
	return slices.ContainsFunc(s.done, func(r Audited) bool { return r.Reveal == i })
}

// audit draws reveal i and journals what is found.
func (s *study) audit(ctx context.Context, a *auditor, i int) error {
	method := methods[i%len(methods)].String()
	game := &s.games[i%len(methods)][i/len(methods)]
	q, err := drawReveal(s.source, method, game)
	if err != nil {
		return err
	}
	var r *Audited
	if q != nil {
		if r, err = a.audit(ctx, q, i < s.cfg.Star1); err != nil {
			return err
		}
		r.Reveal, r.Games, r.Game = i, method, game.Index
	}
	return s.finish(r)
}

// finish takes an audited reveal, or nil for a game that has none.
func (s *study) finish(r *Audited) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r == nil {
		s.none++
	} else {
		if err := s.journal.Append(r); err != nil {
			return err
		}
		s.done = append(s.done, *r)
	}
	s.report()
	return nil
}

func (s *study) report() {
	if s.progress != nil {
		s.progress("reveals", s.none+len(s.counted()), s.cfg.Reveals)
	}
}

// counted returns the audited reveals that were asked for, in order.
func (s *study) counted() []Audited {
	list := slices.DeleteFunc(slices.Clone(s.done), func(r Audited) bool { return r.Reveal >= s.cfg.Reveals })
	slices.SortFunc(list, func(a, b Audited) int { return a.Reveal - b.Reveal })
	return list
}
