package dataset

import (
	"cmp"
	"context"
	"slices"
)

// Archive reads shards as whole games with their hidden deal. Packages that must not know deals use
// [Set].
type Archive struct{ set *Set }

// OpenArchive opens the same files as [Open] does.
func OpenArchive(paths ...string) (*Archive, error) {
	s, err := Open(paths...)
	if err != nil {
		return nil, err
	}
	return &Archive{set: s}, nil
}

// Set returns the same shards read as samples, sharing the open files.
func (a *Archive) Set() *Set { return a.set }

// Blocks lists the blocks; callers must not change the list.
func (a *Archive) Blocks() []BlockInfo { return a.set.blocks }

// Header returns the header of the shard that a block lies in.
func (a *Archive) Header(block int) Header {
	sh, _ := a.set.locate(block)
	return sh.header
}

// Games returns the games of a block, in order of their indices.
func (a *Archive) Games(block int) ([]Game, error) {
	sh, number := a.set.locate(block)
	return sh.games(number)
}

// Each calls visit with every wanted game and its block, by series, then by index.
func (a *Archive) Each(ctx context.Context, c Choice, visit func(block int, g *Game) error) error {
	at := window{}
	return a.set.pass(ctx, "read games", func(block int) error {
		if block < at.end {
			return nil // visited with the first block of its window
		}
		at = a.set.windowAt(block)
		list, err := a.window(at, &c)
		if err != nil {
			return err
		}
		for i := range list {
			if g := &list[i].Game; c.wants(g.Index, lowestKey(a.set.Salts(), g.Deal.Pack())) {
				if err := visit(list[i].block, g); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// placedGame is a game and its block.
type placedGame struct {
	Game
	block int
}

// window returns the games of the blocks that have wanted ones, in order of their indices.
func (a *Archive) window(w window, c *Choice) ([]placedGame, error) {
	var list []placedGame
	for block := w.begin; block < w.end; block++ {
		if !c.wantsBlock(&a.set.blocks[block]) {
			continue
		}
		games, err := a.Games(block)
		if err != nil {
			return nil, err
		}
		for i := range games {
			list = append(list, placedGame{games[i], block})
		}
	}
	slices.SortFunc(list, func(x, y placedGame) int { return cmp.Compare(x.Index, y.Index) })
	return list, nil
}

// Part returns the part of a split that a game of the archive belongs to.
func (a *Archive) Part(split Split, g *Game) Part {
	return split.Part(lowestKey(a.set.Salts(), g.Deal.Pack()))
}

// ShardInfo describes a shard of an [Archive].
type ShardInfo struct {
	File    string
	Header  Header
	Content string // content hash of its games, 64 hex digits
	Blocks  []int  // numbers of its blocks, in order of games
}

// Shards lists the shards by series, then by first game.
func (a *Archive) Shards() []ShardInfo {
	var shards []ShardInfo
	place := map[*shard]int{}
	for b := range a.set.blocks {
		sh, _ := a.set.locate(b)
		i, listed := place[sh]
		if !listed {
			i = len(shards)
			place[sh] = i
			shards = append(shards, ShardInfo{File: sh.name, Header: sh.header, Content: sh.entry().ContentHash})
		}
		shards[i].Blocks = append(shards[i].Blocks, b)
	}
	return shards
}

// CheckFiles reads every file and compares it with the digest in its footer: a byte that changed since the file
// was finished is found before work begins that would read it hours later.
func (a *Archive) CheckFiles(ctx context.Context) error {
	for _, sh := range a.set.shards {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := sh.checkDigest(); err != nil {
			return err
		}
	}
	return nil
}

// Close closes all files.
func (a *Archive) Close() error { return a.set.Close() }
