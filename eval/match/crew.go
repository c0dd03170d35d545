package match

import (
	"context"
	"fmt"
	"io"

	"golang.org/x/sync/errgroup"

	"jieqi/engine/deal"
	"jieqi/engine/referee"
)

// Crew plays the pairs of a match: goroutines of this process unless Config.Crew says otherwise.
type Crew interface {
	// PlayPairs plays every pair that the job hands out, until it hands out none, ctx ends or something fails, and delivers
	// each once, in any order. It returns when nobody works on the job any more.
	PlayPairs(ctx context.Context, job Job) error
	// PairsAtOnce is how many pairs of a match the crew can play at once. So many may lie beyond a decision.
	PairsAtOnce(cfg *Config) int
}

// Job is the pairs that a match lacks. Claim and Deliver may be called from several goroutines.
type Job struct {
	Config *Config
	// Claim hands out the next pair. It waits while too many are handed out that may not be needed; ok is false when there
	// is none left or ctx has ended.
	Claim func(ctx context.Context) (index int, ok bool)
	// Deliver puts a finished pair into the journal.
	Deliver func(*Pair) error
}

// crew returns who plays.
func (cfg *Config) crew() Crew {
	if cfg.Crew != nil {
		return cfg.Crew
	}
	return goroutines{}
}

// goroutines are the crew in this process: one goroutine a worker.
type goroutines struct{}

// PairsAtOnce is the number of workers.
func (goroutines) PairsAtOnce(cfg *Config) int { return cfg.Workers }

// PlayPairs plays on so many goroutines, each with players of its own.
func (goroutines) PlayPairs(ctx context.Context, job Job) error {
	group, ctx := errgroup.WithContext(ctx)
	for range job.Config.Workers {
		group.Go(func() error { return playOn(ctx, &job) })
	}
	return group.Wait()
}

// playOn plays pairs with players of its own until none is left to hand out.
func playOn(ctx context.Context, job *Job) (err error) {
	t, err := job.Config.Sit(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := t.Close(); err == nil {
			err = cerr
		}
	}()
	for {
		i, ok := job.Claim(ctx)
		if !ok {
			return ctx.Err()
		}
		p, err := t.Play(ctx, i)
		if err != nil {
			return err
		}
		if err := job.Deliver(p); err != nil {
			return err
		}
	}
}

// Table plays single pairs of a match, one after the other, with players of its own.
type Table struct {
	cfg     *Config
	source  deal.Source
	players [2]referee.Player // A and B
}

// Sit starts the players of a table. The error names the one that could not be started.
func (cfg *Config) Sit(ctx context.Context) (*Table, error) {
	t := &Table{cfg: cfg, source: deal.NewSource(cfg.Phrase)}
	for i, c := range []*Contender{&cfg.A, &cfg.B} {
		p, err := c.New(ctx)
		if err != nil {
			err = fmt.Errorf("start %s: %w", c.Name, err)
			if cerr := t.Close(); cerr != nil {
				err = fmt.Errorf("%w; %w", err, cerr)
			}
			return nil, err
		}
		t.players[i] = p
	}
	return t, nil
}

// Play plays pair i. The error is that of ctx, or of a referee that could not go on.
func (t *Table) Play(ctx context.Context, i int) (*Pair, error) {
	p, err := t.cfg.PlayPair(ctx, i, t.source.Deal(uint64(i)), t.players[0], t.players[1])
	if err != nil {
		return nil, fmt.Errorf("pair %d: %w", i, err)
	}
	return p, nil
}

// Close closes the players that can be closed, all at once: each may take its time.
func (t *Table) Close() error {
	var group errgroup.Group
	for _, p := range t.players {
		if c, ok := p.(io.Closer); ok {
			group.Go(c.Close)
		}
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("close a player: %w", err)
	}
	return nil
}
