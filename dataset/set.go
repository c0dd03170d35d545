package dataset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"jieqi/dataset/lineage"
)

// BlockInfo describes a block of a [Set].
type BlockInfo struct {
	File      string
	Number    int    // in its file
	Series    string // of games, see Header.Series
	Network   string // hash of what scored the positions; of two players, the one that Header.Network names
	Opponent  string // hash of the other player; "" where one played itself
	Config    string // hash of the settings it scored them with
	First     uint64 // index of the first game
	Last      uint64 // index of the last game
	Games     int
	Positions int
	Phrase    string // that the deals, and the [Seats] of two players, follow from
}

// Scorer names what the scores of a block belong to, and so their label scale: the network and the settings it
// played or searched with. Where two players met, [BlockInfo.OpponentScorer] is the other's, and [BlockInfo.ScorerAt]
// says whose a ply is.
func (b *BlockInfo) Scorer() string { return b.Network + "/" + b.Config }

// Set is the finished shards of some folders, read as samples.
type Set struct {
	// Watch, if not nil, is told how far what reads all blocks has come: what it does, and blocks done of all. It is
	// set before the set is used, and may be called by several goroutines at once.
	Watch func(what string, done, total int)

	shards []*shard
	blocks []BlockInfo
	refs   []blockRef   // of blocks, by the same number
	wins   []window     // of blocks, in order
	data   lineage.Data // whose phrases and salts they are; its split is nobody's

	hashing sync.Mutex
	content string // hash; "" while it is not known
}

type blockRef struct{ shard, number int }

// Open opens every finished shard in the given folders, and the given shard files. Blocks are
// numbered by series, then by game: neither the order of the paths nor the sizes of shards matter.
// Blocks may lie between each other's games, as those of the parts of a split do; games that are in two places
// are refused.
func Open(paths ...string) (*Set, error) {
	s := &Set{}
	if err := s.open(paths); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Set) open(paths []string) error {
	files, err := shardFiles(paths)
	if err != nil {
		return err
	}
	for _, name := range files {
		sh, err := openShard(name)
		if err != nil {
			return err
		}
		s.shards = append(s.shards, sh)
	}
	return s.number()
}

// shardFiles returns the shard files among paths and in the folders among them, never none.
func shardFiles(paths []string) ([]string, error) {
	var files []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fmt.Errorf("open shards: %w", err)
		}
		if !info.IsDir() {
			files = append(files, p)
			continue
		}
		entries, err := os.ReadDir(p)
		if err != nil {
			return nil, fmt.Errorf("open shards: %w", err)
		}
		found := len(files)
		for _, e := range entries {
			if !e.IsDir() && filepath.Ext(e.Name()) == ShardExt {
				files = append(files, filepath.Join(p, e.Name()))
			}
		}
		if len(files) == found {
			return nil, fmt.Errorf("no finished shards (*%s) in %s", ShardExt, p)
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no shards given")
	}
	return files, nil
}

// number lists the blocks of all shards in their canonical order, and their phrases and salts.
func (s *Set) number() error {
	var phrases, salts []string
	for i, sh := range s.shards {
		phrases, salts = append(phrases, sh.header.Phrase), append(salts, sh.header.Salt)
		series := sh.header.Series()
		for j := range sh.index.Blocks {
			e := &sh.index.Blocks[j]
			s.blocks = append(s.blocks, BlockInfo{File: sh.name, Number: j, Series: series, Network: sh.header.Network,
				Opponent: sh.header.Opponent, Config: sh.header.Config, First: e.First, Last: e.Last, Games: int(e.Games),
				Positions: int(e.Positions), Phrase: sh.header.Phrase})
			s.refs = append(s.refs, blockRef{shard: i, number: j})
		}
	}
	s.data = lineage.New(phrases, salts, 0, 0)
	order := make([]int, len(s.blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &s.blocks[a], &s.blocks[b]
		return cmp.Or(cmp.Compare(x.Series, y.Series), cmp.Compare(x.First, y.First), cmp.Compare(x.File, y.File))
	})
	blocks, refs := make([]BlockInfo, len(order)), make([]blockRef, len(order))
	for i, from := range order {
		blocks[i], refs[i] = s.blocks[from], s.refs[from]
	}
	s.blocks, s.refs = blocks, refs
	return s.findWindows()
}

func (s *Set) locate(block int) (*shard, int) {
	r := s.refs[block]
	return s.shards[r.shard], r.number
}

// Close closes all files.
func (s *Set) Close() error {
	var err error
	for _, sh := range s.shards {
		err = errors.Join(err, sh.Close())
	}
	return err
}

// Blocks lists the blocks; callers must not change the list.
func (s *Set) Blocks() []BlockInfo { return s.blocks }

// Salts returns the salts of the split by deal, sorted, each once; callers must not change the list.
func (s *Set) Salts() []string { return s.data.Salts }

// Data returns what a training or a hold-out on the set with the given split takes.
func (s *Set) Data(split Split) lineage.Data {
	return lineage.New(s.data.Phrases, s.data.Salts, split.Gate, split.Validation)
}

// Positions returns how many samples the set has.
func (s *Set) Positions() uint64 {
	var n uint64
	for i := range s.blocks {
		n += uint64(s.blocks[i].Positions)
	}
	return n
}

// Headers returns the header of each shard, in no particular order.
func (s *Set) Headers() []Header {
	var hs []Header
	for _, sh := range s.shards {
		hs = append(hs, sh.header)
	}
	return hs
}

// ContentHash returns the hash of the games in the set, 64 hex digits. For the games of one series
// it is SHA-256 over their canonical bytes in index order; for several series it is SHA-256 over
// the sorted hashes of the series, 32 bytes each. It reads every block the first time.
func (s *Set) ContentHash(ctx context.Context) (string, error) {
	s.hashing.Lock()
	defer s.hashing.Unlock()
	var err error
	if s.content == "" {
		s.content, err = s.hashContent(ctx)
	}
	return s.content, err
}

// pass calls visit with every block in order, and stops with the cause when ctx ends.
func (s *Set) pass(ctx context.Context, what string, visit func(block int) error) error {
	for b := range s.blocks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := visit(b); err != nil {
			return err
		}
		if s.Watch != nil {
			s.Watch(what, b+1, len(s.blocks))
		}
	}
	return nil
}

func (s *Set) hashContent(ctx context.Context) (string, error) {
	var sums [][]byte
	var sum hash.Hash
	at := window{}
	err := s.pass(ctx, "hash games", func(b int) error {
		if b == 0 || s.blocks[b].Series != s.blocks[b-1].Series {
			if sum != nil {
				sums = append(sums, sum.Sum(nil))
			}
			sum = sha256.New()
		}
		if b < at.end {
			return nil // hashed with the first block of its window
		}
		at = s.windowAt(b)
		return s.canonical(at, func(game []byte) { sum.Write(game) })
	})
	if err != nil {
		return "", err
	}
	return joinHashes(append(sums, sum.Sum(nil))), nil
}

func joinHashes(sums [][]byte) string {
	if len(sums) == 1 {
		return hex.EncodeToString(sums[0])
	}
	slices.SortFunc(sums, slices.Compare[[]byte])
	whole := sha256.Sum256(slices.Concat(sums...))
	return hex.EncodeToString(whole[:])
}

// records calls visit with each game of a block; the record is reused.
func (s *Set) records(block int, visit func(*record) error) error {
	sh, number := s.locate(block)
	w := scratches.Get().(*scratch)
	defer scratches.Put(w)
	cols, packed, raw, err := sh.block(number, w.packed, w.raw)
	w.packed, w.raw = packed, raw
	if err != nil {
		return err
	}
	for {
		more, err := cols.next(&w.record)
		if err != nil || !more {
			return err
		}
		if err := visit(&w.record); err != nil {
			return sh.at(number).at(w.record.Index).damaged("%v", err)
		}
	}
}
