package games

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jieqi/dataset"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/eval/match"
)

// OfArchive calls visit with every wanted game, in order of series and index. Where there are several series their
// names stand before those of the games.
func OfArchive(ctx context.Context, a *dataset.Archive, c dataset.Choice, visit func(*Game) error) error {
	table := new(dealer.Table)
	return a.Each(ctx, c, func(block int, g *dataset.Game) error {
		h := a.Header(block)
		game, err := fromShard(&h, g, table)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Blocks()[block].File, err)
		}
		if blocks := a.Blocks(); blocks[0].Series != blocks[len(blocks)-1].Series {
			game.Name = blocks[block].Series + "-" + game.Name
		}
		return visit(game)
	})
}

// errFound ends a search.
var errFound = errors.New("found")

// Find returns the wanted game and its block: the first one, or, where an index is wanted, the only one.
func Find(ctx context.Context, a *dataset.Archive, c dataset.Choice) (block int, found *dataset.Game, err error) {
	err = a.Each(ctx, c, func(b int, g *dataset.Game) error {
		switch {
		case found != nil:
			return fmt.Errorf("game %d is in several series of games: give the folder or a shard of one of them", g.Index)
		case c.Game == nil:
			block, found = b, g
			return errFound
		}
		block, found = b, g
		return nil
	})
	if err != nil && err != errFound {
		return 0, nil, err
	}
	if found == nil {
		first, last := a.Blocks()[0], a.Blocks()[len(a.Blocks())-1]
		return 0, nil, fmt.Errorf("no such game among those from %d in %s to %d in %s", first.First, first.File, last.Last, last.File)
	}
	return block, found, nil
}

// At returns the game of an index in a block.
func At(a *dataset.Archive, block int, index uint64) (*dataset.Game, error) {
	list, err := a.Games(block)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(g dataset.Game) bool { return g.Index == index })
	if i < 0 {
		return nil, fmt.Errorf("no game %d in block %d", index, block)
	}
	return &list[i], nil
}

// OfMatch calls visit with the games of a match, in pair order: first that in which A plays Red. A nil pair stands for
// all of them.
func OfMatch(dir string, pair *int, visit func(*Game) error) error {
	m, err := match.ReadManifest(dir)
	if err != nil {
		return err
	}
	r, err := rules.Preset(m.Rules)
	if err != nil {
		return fmt.Errorf("match in %s: %w", dir, err)
	}
	pairs, err := match.Read(dir)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if pair != nil && p.Index != *pair {
			continue
		}
		for i := range p.Games {
			if err := visit(fromMatch(&m, r, p, i)); err != nil {
				return err
			}
		}
	}
	return nil
}
