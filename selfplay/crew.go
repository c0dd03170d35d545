package selfplay

import (
	"context"

	"golang.org/x/sync/errgroup"

	"jieqi/engine"
)

// Crew plays the games of a run: goroutines of this process unless Config.Crew says otherwise.
type Crew interface {
	// PlayGames plays every game that the job hands out, until it hands out none, ctx ends or something fails, and delivers
	// each once, in any order. It returns when nobody works on the job any more.
	PlayGames(ctx context.Context, job Job) error
	// GamesAhead is how many games of a run the crew wants handed out before those in front of them are written. A crew of
	// many machines wants them all, and keeps by itself what is not yet written.
	GamesAhead(c *Config) uint64
}

// Job is the games that a run lacks. Claim and Deliver may be called from several goroutines.
type Job struct {
	Config  *Config
	Factory engine.Factory
	// Claim hands out the next game, by rising index. It waits while too many are handed out and not written; ok is false
	// when there is none left or ctx has ended.
	Claim func(ctx context.Context) (index uint64, ok bool)
	// Deliver takes a finished game. It waits while the writer is busy.
	Deliver func(Played)
	// Kept tells how many finished games the crew keeps that it has not delivered, when it stops before the end.
	Kept func(games int)
}

// crew returns who plays.
func (c *Config) crew() Crew {
	if c.Crew != nil {
		return c.Crew
	}
	return goroutines{}
}

// goroutines are the crew in this process: one goroutine a worker.
type goroutines struct{}

// GamesAhead bounds the memory of games that wait: two blocks.
func (goroutines) GamesAhead(c *Config) uint64 { return uint64(2 * c.BlockGames) }

// PlayGames plays on as many goroutines as Config.Workers says, and the processors allow.
func (goroutines) PlayGames(ctx context.Context, job Job) error {
	workers, ctx := errgroup.WithContext(ctx)
	for range min(atOnce(job.Config.Workers), job.Config.Games) {
		workers.Go(func() error { return playOn(ctx, &job) })
	}
	return workers.Wait()
}

// playOn plays games until there are none left, ctx ends or a game fails.
func playOn(ctx context.Context, job *Job) error {
	w := NewWorker(job.Config, job.Factory)
	for {
		i, ok := job.Claim(ctx)
		if !ok {
			return nil
		}
		p, err := w.Play(ctx, i)
		if err != nil {
			return err
		}
		job.Deliver(p)
	}
}
