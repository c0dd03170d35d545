package selfplay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"jieqi/dataset"
	"jieqi/dataset/settings"
	"jieqi/engine/rules"
)

// waitingExt is appended to a shard's name for the file of finished games that are in no whole block of it yet.
const waitingExt = ".waiting"

// shardCopy is the copy of one parent shard, with other scores, while it is unfinished.
type shardCopy struct {
	segment
	parent  dataset.ShardInfo
	rules   rules.Rules
	draw    dataset.Draw
	next    uint64                  // games before this one were on disk at the start
	waiting map[uint64]dataset.Game // finished games from next on that were in no whole block at the start
	late    []dataset.Game          // games finished after writing ended
	whole   bool                    // the shard is finished
}

// checkFinished asks whether the finished shard is the copy that is wanted, and enters it into the manifest.
func (c *shardCopy) checkFinished() error {
	set, err := dataset.Open(c.path)
	if err != nil {
		return withRemedy(err)
	}
	defer set.Close()
	if h := set.Headers()[0]; h != c.header {
		return fmt.Errorf("rescore: %s is another copy: %s; choose another folder", c.path, settings.Differences(h, c.header))
	}
	return dataset.Enlist(c.path)
}

func (c *shardCopy) loadWaiting() error {
	h, games, err := dataset.Load(c.path + waitingExt)
	if err != nil {
		return withRemedy(err)
	}
	if h.Series() != c.header.Series() || h.Rescored != c.header.Rescored {
		return fmt.Errorf("rescore: %s%s is of another copy: %s; choose another folder", c.path, waitingExt,
			settings.Differences(h, c.header))
	}
	c.waiting = map[uint64]dataset.Game{}
	for _, g := range games {
		if g.Index >= c.next {
			c.waiting[g.Index] = g
		}
	}
	return nil
}

// write adds a game, whose turn it is, and finishes the shard with the last one.
func (c *shardCopy) write(g *dataset.Game) error {
	if err := c.add(g); err != nil {
		return err
	}
	if c.writer.Full() {
		return c.finish()
	}
	return nil
}

// finish gives the shard its end and its name.
func (c *shardCopy) finish() error {
	if _, err := c.writer.Close(); err != nil {
		return err
	}
	c.writer, c.whole = nil, true
	return removeIfThere(c.path + waitingExt)
}

// putAway closes the copy and saves the finished games that are in no whole block of it. It returns their number.
func (c *shardCopy) putAway() (int, error) {
	if c.whole {
		return 0, nil
	}
	games := map[uint64]dataset.Game{}
	next := c.next
	if c.writer != nil {
		next = c.writer.Next()
	}
	for i, g := range c.waiting {
		if i >= next {
			games[i] = g
		}
	}
	for _, g := range c.late {
		games[g.Index] = g
	}
	pending, failed := c.stop()
	for _, g := range pending {
		games[g.Index] = g
	}
	sorted := inOrder(games)
	return len(sorted), errors.Join(failed, keep(c.path+waitingExt, c.header, sorted))
}

// keep saves finished games that are in no whole block, in order; without any it removes what was saved before.
func keep(path string, h dataset.Header, games []dataset.Game) error {
	if len(games) == 0 {
		return removeIfThere(path)
	}
	return dataset.Save(path, h, games)
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
