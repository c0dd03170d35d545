package reshard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"jieqi/dataset"
)

// Folder says what a folder of copies holds.
type Folder struct {
	Games     uint64 `json:"games"`
	Positions uint64 `json:"positions"`
	Shards    int    `json:"shards"`
}

// key is what tells the shards of a folder apart. Copies of rescored games keep the name of the parent that is in their
// header, so games of two parents never share a shard.
type key struct {
	folder, series, parent string
	number                 uint64 // index / size of a shard
}

// target is a shard to be written.
type target struct {
	header dataset.Header
	writer *dataset.Writer // nil before its first game and after its last
}

// copier copies the games of an archive into folders.
type copier struct {
	archive *dataset.Archive
	size    uint64                     // most games in a shard; brought to a multiple of the games in a block
	dir     string                     // that the folders are in
	folder  func(*dataset.Game) string // of a game
	targets map[key]*target
	folders map[string]*Folder
	series  map[string]bool
}

// copyGames copies into dir, each game into the folder in it that has the name given; "" is dir itself.
func copyGames(ctx context.Context, a *dataset.Archive, size int, dir string, folder func(*dataset.Game) string) (map[string]*Folder, error) {
	c := &copier{archive: a, size: uint64(size), dir: dir, folder: folder,
		targets: map[key]*target{}, folders: map[string]*Folder{}, series: map[string]bool{}}
	if err := a.Each(ctx, dataset.Choice{}, c.count); err != nil {
		return nil, err
	}
	for name := range c.folders {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return nil, err
		}
	}
	return c.folders, errors.Join(a.Each(ctx, dataset.Choice{}, c.write), c.stop())
}

// key returns that of the shard which a game of a block goes to.
func (c *copier) key(block int, g *dataset.Game) key {
	h := c.archive.Header(block)
	cut := uint64(h.BlockGames)
	return key{folder: c.folder(g), series: c.archive.Blocks()[block].Series, parent: h.Rescored.Content,
		number: g.Index / max(c.size/cut*cut, cut)}
}

// count finds out which shards there will be: a shard's header says how many games it has.
func (c *copier) count(block int, g *dataset.Game) error {
	k := c.key(block, g)
	t, f := c.targets[k], c.folders[k.folder]
	if f == nil {
		f = &Folder{}
		c.folders[k.folder] = f
	}
	if t == nil {
		t = &target{header: c.archive.Header(block)}
		t.header.First, t.header.Games = g.Index, 0
		c.targets[k], c.series[k.series] = t, true
		f.Shards++
	}
	t.header.Games++
	f.Games++
	f.Positions += uint64(len(g.Plies))
	return nil
}

// write copies a game, and finishes its shard when it was the last one.
func (c *copier) write(block int, g *dataset.Game) (err error) {
	k := c.key(block, g)
	t := c.targets[k]
	if t.writer == nil {
		if t.writer, err = dataset.Create(c.path(k, t), t.header); err != nil {
			return err
		}
	}
	if err := t.writer.Add(g); err != nil || !t.writer.Full() {
		return err
	}
	_, err = t.writer.Close()
	t.writer = nil
	return err
}

// stop closes the shards that are not finished: there are some only after an error.
func (c *copier) stop() error {
	var err error
	for _, t := range c.targets {
		if t.writer != nil {
			_, stopped := t.writer.Stop()
			err = errors.Join(err, stopped)
		}
	}
	return err
}

// path names a shard as self-play does, by its first game, where games are all of one series.
func (c *copier) path(k key, t *target) string {
	name := fmt.Sprintf("%010d%s", t.header.First, dataset.ShardExt)
	if len(c.series) > 1 {
		name = k.series + "-" + name
	}
	return filepath.Join(c.dir, k.folder, name)
}
