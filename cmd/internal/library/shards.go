package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"jieqi/cmd/internal/games"
	"jieqi/dataset"
	"jieqi/engine/rules"
)

// shards is a folder of shards, or one of them. The archive is opened anew when there are more.
type shards struct {
	path string

	mu      sync.RWMutex // readers hold it, so that the archive stays open
	archive *dataset.Archive

	blocks map[blockName][]entry // that were read before, for index alone
}

// blockName identifies a block whatever other shards there are.
type blockName struct {
	file   string
	number int
}

func (s *shards) stamp() string {
	if info, err := os.Stat(s.path); err == nil && !info.IsDir() {
		return stampOf(s.path)
	}
	return stampOf(filepath.Join(s.path, dataset.ManifestName))
}

// reopen opens the archive as it is now.
func (s *shards) reopen() error {
	a, err := dataset.OpenArchive(s.path)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.archive != nil {
		s.archive.Close() // it was only read
	}
	s.archive = a
	return nil
}

func (s *shards) index(ctx context.Context, read func(done, total int)) (*catalogue, error) {
	if err := s.reopen(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	c := &catalogue{titles: func(e *entry) string { return fmt.Sprint(e.index) }}
	blocks, known := s.archive.Blocks(), map[blockName][]entry{}
	for b := range blocks {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		name := blockName{blocks[b].File, blocks[b].Number}
		first := len(c.entries)
		if old, ok := s.blocks[name]; ok {
			c.entries = append(c.entries, old...)
		} else if err := s.readBlock(b, c); err != nil {
			return nil, err
		}
		for i := first; i < len(c.entries); i++ {
			e := &c.entries[i]
			e.block = int32(b)
			for side := range e.players {
				e.players[side] = c.player(blocks[b].ScoredBy(e.index, side))
			}
		}
		known[name] = c.entries[first:len(c.entries):len(c.entries)]
		read(b+1, len(blocks))
	}
	s.blocks = known
	return c, nil
}

// readBlock appends what there is to say of a block's games.
func (s *shards) readBlock(b int, c *catalogue) error {
	list, err := s.archive.Games(b)
	for i := range list {
		c.entries = append(c.entries, entryOf(b, &list[i]))
	}
	return err
}

func (s *shards) game(e *entry) (*recorded, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	block := int(e.block)
	if s.archive == nil || block >= len(s.archive.Blocks()) {
		return nil, fmt.Errorf("game %d is no longer where it was", e.index)
	}
	g, err := games.At(s.archive, block, e.index)
	if err != nil {
		return nil, err
	}
	h := s.archive.Header(block)
	r, err := rules.Preset(h.Rules)
	return &recorded{title: fmt.Sprintf("game %d of phrase %q", g.Index, h.Phrase), deal: g.Deal, rules: r, plies: g.Plies}, err
}
