package dataset

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// maxProblems is how many faults a report lists before it only counts them.
const maxProblems = 20

// VerifyReport is what a verification found.
type VerifyReport struct {
	Shards      int     `json:"shards"`
	Blocks      int     `json:"blocks"`
	Games       uint64  `json:"games"` // replayed without a fault
	Positions   uint64  `json:"positions"`
	Unscored    uint64  `json:"unscored"` // positions among them without a score
	Faults      int     `json:"faults"`
	ContentHash string  `json:"content_hash"` // empty when there were faults
	Problems    []error `json:"-"`            // the first faults, each naming file, block and game
}

// Err returns nil for a clean report, otherwise all listed problems as one error.
func (r *VerifyReport) Err() error {
	if r.Faults == 0 {
		return nil
	}
	err := errors.Join(r.Problems...)
	if more := r.Faults - len(r.Problems); more > 0 {
		err = errors.Join(err, fmt.Errorf("and %d more faults", more))
	}
	return err
}

// Verify checks all finished shards among paths: each file's digest, header, index and manifest
// line, each block's checksum, and each game by replaying it with the rules: that the deal is the
// phrase's, that every move is legal, flags and verdict are what the rules say, that those positions have
// a score that ought to, order and counts.
// workers games are replayed at once; progress, if not nil, is called now and then, from one
// goroutine at a time, with blocks done and in all. It fails itself only when there is nothing to
// check or ctx ends.
func Verify(ctx context.Context, paths []string, workers int, progress func(done, total int)) (VerifyReport, error) {
	files, err := shardFiles(paths)
	if err != nil {
		return VerifyReport{}, err
	}
	v := &verifier{progress: progress}
	var shards []*shard
	for _, name := range files {
		sh, err := openShard(name)
		if err != nil {
			v.fault(err)
			continue
		}
		defer sh.Close()
		shards = append(shards, sh)
		v.total += len(sh.index.Blocks)
	}
	v.report.Shards = len(files)
	if err := v.shards(ctx, shards, workers); err != nil {
		return v.report, err
	}
	v.manifests(shards)
	return v.report, v.together(ctx, paths)
}

// verifier gathers the findings of several workers.
type verifier struct {
	progress  func(done, total int)
	total     int
	games     atomic.Uint64
	positions atomic.Uint64
	unscored  atomic.Uint64

	mu     sync.Mutex
	report VerifyReport
}

func (v *verifier) fault(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.report.Faults++
	if len(v.report.Problems) < maxProblems {
		v.report.Problems = append(v.report.Problems, err)
	}
}

// shards checks every block of every shard, each shard by itself.
func (v *verifier) shards(ctx context.Context, shards []*shard, workers int) error {
	var group errgroup.Group
	group.SetLimit(max(workers, 1))
	for _, sh := range shards {
		tally := newShardTally(sh)
		for i := range sh.index.Blocks {
			group.Go(func() error {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				tally.block(v, i)
				v.blockDone()
				return nil
			})
		}
	}
	err := group.Wait()
	v.report.Games, v.report.Positions, v.report.Unscored = v.games.Load(), v.positions.Load(), v.unscored.Load()
	return err
}

func (v *verifier) blockDone() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.report.Blocks++
	if v.progress != nil {
		v.progress(v.report.Blocks, v.total)
	}
}

// manifests compares the shards with the manifests of their folders, where there are any.
func (v *verifier) manifests(shards []*shard) {
	lines := map[string]map[string]Entry{}
	for _, sh := range shards {
		dir := filepath.Dir(sh.name)
		if lines[dir] == nil {
			lines[dir] = v.manifest(dir)
		}
		if len(lines[dir]) == 0 {
			continue
		}
		switch e, ok := lines[dir][filepath.Base(sh.name)]; {
		case !ok:
			v.fault(fmt.Errorf("%s: no line in %s", sh.name, ManifestName))
		case e != sh.entry():
			v.fault(fmt.Errorf("%s: its line in %s is of another file", sh.name, ManifestName))
		}
	}
}

func (v *verifier) manifest(dir string) map[string]Entry {
	entries, err := ReadManifest(filepath.Join(dir, ManifestName))
	if err != nil {
		v.fault(err)
	}
	byName := map[string]Entry{}
	for _, e := range entries {
		byName[e.Shard] = e
	}
	return byName
}

// together checks what only shows when all shards are taken as one set, and their content hash. It fails itself only
// when ctx ends.
func (v *verifier) together(ctx context.Context, paths []string) error {
	if v.report.Faults > 0 {
		return nil
	}
	set, err := Open(paths...)
	if err != nil {
		v.fault(err)
		return nil
	}
	defer set.Close()
	v.report.ContentHash, err = set.ContentHash(ctx)
	if err != nil && ctx.Err() != nil {
		return err
	}
	if err != nil {
		v.fault(err)
	}
	return nil
}

// shardTally adds up a shard's blocks, to be compared with its totals.
type shardTally struct {
	shard *shard

	mu      sync.Mutex
	left    int // blocks not yet checked
	sums    [][]byte
	results Results
}

func newShardTally(sh *shard) *shardTally {
	return &shardTally{shard: sh, left: len(sh.index.Blocks), sums: make([][]byte, len(sh.index.Blocks))}
}

// block checks one block, and the shard as a whole after the last one.
func (t *shardTally) block(v *verifier, i int) {
	games, err := t.shard.games(i)
	if err != nil {
		v.fault(err)
	}
	var canonical []byte
	var results Results
	rules := newReferee(&t.shard.header)
	for j := range games {
		g := &games[j]
		if err := rules.check(g); err != nil {
			v.fault(t.shard.at(i).at(g.Index).damaged("%v", err))
		} else {
			v.games.Add(1)
			v.positions.Add(uint64(len(g.Plies)))
			v.unscored.Add(g.unscored())
		}
		canonical = g.AppendCanonical(canonical)
		results.add(g.Result)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sums[i] = canonical
	t.results.merge(results)
	if t.left--; t.left == 0 {
		t.finish(v)
	}
}

// finish compares the whole shard with its index and footer.
func (t *shardTally) finish(v *verifier) {
	where := inFile(t.shard.name)
	if err := t.shard.checkDigest(); err != nil {
		v.fault(err)
	}
	if t.results != t.shard.index.Results {
		v.fault(where.damaged("the index counts results %+v, the games have %+v", t.shard.index.Results, t.results))
	}
	if got := hashAll(t.sums); got != t.shard.index.Content {
		v.fault(where.damaged("the index has content hash %s, the games have %s",
			hex.EncodeToString(t.shard.index.Content[:]), hex.EncodeToString(got[:])))
	}
}
