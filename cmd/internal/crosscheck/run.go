package crosscheck

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// Config says what to play.
type Config struct {
	Games   uint64 // played games are numbers 0 to Games-1 of the phrase
	Phrase  string
	Workers int // games at a time; less than 1 is 1
	Rules   rules.Rules
}

// Summary is what the games gave.
type Summary struct {
	Games         uint64                   // checked to the end, or to their first disagreement
	Moves         uint64                   // positions whose moves, verdict and views were compared
	Disagreements uint64                   // games in which the two opinions differ
	First         string                   // the disagreement of the lowest game number, with its deal and moves
	Verdicts      [rules.NumReasons]uint64 // compared verdicts by their reason, ongoing games under None
}

// Run plays the games. After each, progress (if not nil) is called with the numbers of games and
// moves so far, by one goroutine at a time. When ctx is cancelled, the summary covers the games
// finished by then and the error is the context's.
func Run(ctx context.Context, cfg Config, progress func(games, moves uint64)) (Summary, error) {
	var (
		next    atomic.Uint64
		mu      sync.Mutex
		sum     tally
		workers errgroup.Group
	)
	for range max(cfg.Workers, 1) {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			c := newChecker(deal.NewSource(cfg.Phrase), cfg.Rules)
			for {
				i := next.Add(1) - 1
				if i >= cfg.Games {
					return nil
				}
				r, err := c.game(ctx, i)
				if err != nil {
					return err
				}
				mu.Lock()
				sum.add(r)
				if progress != nil {
					progress(sum.Games, sum.Moves)
				}
				mu.Unlock()
			}
		})
	}
	err := workers.Wait()
	return sum.Summary, err
}

// result is the outcome of one game's check.
type result struct {
	index        uint64
	moves        uint64
	verdicts     [rules.NumReasons]uint64
	disagreement string // "" if there is none
}

// tally adds up results, in any order.
type tally struct {
	Summary
	first uint64 // game that First speaks of
}

func (t *tally) add(r result) {
	t.Games++
	t.Moves += r.moves
	for reason, n := range r.verdicts {
		t.Verdicts[reason] += n
	}
	if r.disagreement == "" {
		return
	}
	if t.Disagreements == 0 || r.index < t.first {
		t.first, t.First = r.index, r.disagreement
	}
	t.Disagreements++
}
