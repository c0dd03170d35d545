package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jieqi/eval/match"
	"jieqi/selfplay"
)

// GamesAhead wants all games at once: what comes in before its turn waits on the hub's disk.
func (h *Hub) GamesAhead(c *selfplay.Config) uint64 { return uint64(c.Games) }

// PlayGames has workers play a run's games, and delivers them in order when all have come in and are settled.
func (h *Hub) PlayGames(ctx context.Context, run selfplay.Job) (err error) {
	j := newGamesJob(run.Config, &run.Factory)
	g, err := h.newGathering(&j)
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defer func() { err = errors.Join(err, g.ledger.close()) }()
	var wanted []uint64
	for i, ok := run.Claim(ctx); ok; i, ok = run.Claim(ctx) {
		wanted = append(wanted, i)
	}
	items := make(chan item)
	parts := g.ledger.divide(wanted, run.Config.BlockGames)
	go func() {
		defer close(items)
		for _, it := range parts {
			select {
			case items <- it:
			case <-ctx.Done():
				return
			}
		}
	}()
	if err := g.run(ctx, items); err != nil {
		run.Kept(g.ledger.games())
		return fmt.Errorf("hub: %w", err)
	}
	return g.hand(ctx, parts, wanted, run.Deliver)
}

// divide cuts games, by rising index, into items: those that have come in as they did, the others as long as an item may be
// inside a block.
func (l *ledger) divide(wanted []uint64, block int) []item {
	have := l.items()
	var out []item
	fresh := false // the last of out is to be played
	for _, i := range wanted {
		n := len(out) - 1
		at, in := slices.BinarySearchFunc(have, i, func(it item, i uint64) int {
			switch {
			case it.end() <= i:
				return -1
			case it.First > i:
				return 1
			}
			return 0
		})
		switch {
		case in && n >= 0 && out[n] == have[at]:
		case in:
			out, fresh = append(out, have[at]), false
		case fresh && out[n].end() == i && joins(i, block):
			out[n].Count++
		default:
			out, fresh = append(out, item{First: i, Count: 1}), true
		}
	}
	return out
}

// joins reports whether game i lies in the same item as the one before it.
func joins(i uint64, block int) bool { return i%itemGames != 0 && i%uint64(block) != 0 }

// items are those that have come in, by rising index.
func (l *ledger) items() []item {
	var out []item
	for name := range l.receipts {
		if it, err := parseItem(name); err == nil {
			out = append(out, it)
		}
	}
	slices.SortFunc(out, func(a, b item) int {
		if a.First < b.First {
			return -1
		}
		return 1
	})
	return out
}

// games is how many have come in.
func (l *ledger) games() (n int) {
	for _, it := range l.items() {
		n += it.Count
	}
	return n
}

// hand delivers the wanted games out of the ledger, in order.
func (g *gathering) hand(ctx context.Context, parts []item, wanted []uint64, deliver func(selfplay.Played)) error {
	for _, it := range parts {
		p, err := g.ledger.read(g.opener, it)
		if err != nil {
			return fmt.Errorf("hub: %w", err)
		}
		for _, game := range p.games {
			if _, want := slices.BinarySearch(wanted, game.Index); want {
				deliver(selfplay.Played{Game: game})
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// PairsAtOnce is the number of pairs that the workers which are there play at once, and one at least.
func (h *Hub) PairsAtOnce(*match.Config) int { return max(1, h.slots()) }

// PlayPairs has workers play the pairs of a match. A match decides what is played from then on, so each pair is played by two
// of them, if anything is checked at all.
func (h *Hub) PlayPairs(ctx context.Context, m match.Job) (err error) {
	j, err := newPairsJob(m.Config)
	if err != nil {
		return err
	}
	g, err := h.newGathering(&j)
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defer func() { err = errors.Join(err, g.ledger.close()) }()
	g.all = true
	g.deliver = func(_ item, p *parcel) error { return m.Deliver(p.pair) }
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	items := make(chan item)
	go func() {
		defer close(items)
		for i, ok := m.Claim(ctx); ok; i, ok = m.Claim(ctx) {
			select {
			case items <- item{First: uint64(i), Count: 1}:
			case <-ctx.Done():
				return
			}
		}
	}()
	if err := g.run(ctx, items); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

var _ interface {
	selfplay.Crew
	match.Crew
} = (*Hub)(nil)
