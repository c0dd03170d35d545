package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset/durable"
	differing "jieqi/dataset/settings"
	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

// The files of a run.
const (
	settingsName = "settings.json"
	journalName  = "results.jsonl"
	reportName   = "tune.json"
	plotName     = "tune.svg"
	verifyName   = "verify" // folder of the match
)

// hashMB is the size of each player's table: as many nodes as these searches have do not fill more.
const hashMB = 4

// signatureDepth is the depth in plies of the signature that a run records: a fraction of a second.
const signatureDepth = 4

// result is a line of the journal: a pair's half points of the side that was pushed up, −4 to 4 ahead of the other.
type result struct {
	Pair  int `json:"pair"`
	Ahead int `json:"ahead"`
}

// Progress is told how many pairs have moved the constants, and where to. It may be nil.
type Progress func(pairs int, at search.Constants)

// Run plays what is missing of the run of cfg in dir, and reports where the constants came to. Cancelling ctx ends it
// with an error; what was played is kept, and running again goes on from there.
func Run(ctx context.Context, cfg Config, dir string, progress Progress) (*Report, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	folder, err := durable.Lock(dir)
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	defer folder.Close()
	signature, _, err := bench.Run(ctx, cfg.Evaluation, signatureDepth, 1, io.Discard)
	if err != nil {
		return nil, fmt.Errorf("signature of the search: %w", err)
	}
	if err := claim(dir, cfg.settings(signature)); err != nil {
		return nil, err
	}
	r := &run{cfg: cfg, walk: newWalk(&cfg), progress: progress}
	if err := r.open(filepath.Join(dir, journalName)); err != nil {
		return nil, err
	}
	err = r.play(ctx, dir)
	if cerr := r.journal.Close(); err == nil && cerr != nil {
		err = fmt.Errorf("close the journal: %w", cerr)
	}
	if err != nil {
		return nil, err
	}
	return r.report(), nil
}

// claim makes dir, which is locked, the folder of a run with these settings, or finds that it is.
func claim(dir string, s settings) error {
	path := filepath.Join(dir, settingsName)
	was, err := durable.ReadJSON[settings](path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := durable.Unclaimed(dir, settingsName); err != nil {
			return fmt.Errorf("tune: %w", err)
		}
		return durable.WriteJSON(path, s)
	}
	if err != nil {
		return fmt.Errorf("%w; give another folder, or restore that file", err)
	}
	if d := differing.Differences(*was, s); d != "" {
		return fmt.Errorf("%s: this folder holds another run: %s; give another folder", path, d)
	}
	return nil
}

// run is a run under way.
type run struct {
	cfg      Config
	walk     *walk
	progress Progress
	trace    []point

	mu      sync.Mutex // guards what follows
	journal *durable.Journal
	results map[int]int // ahead, by pair
}

func (r *run) open(path string) error {
	journal, lines, err := durable.OpenJournal[result](path)
	if err != nil {
		return fmt.Errorf("journal of the run: %w", err)
	}
	r.journal, r.results = journal, map[int]int{}
	for i, l := range lines {
		_, twice := r.results[l.Pair]
		if twice || l.Pair < 0 || l.Pair >= r.cfg.Pairs || l.Ahead < -4 || l.Ahead > 4 {
			return errors.Join(fmt.Errorf("%s: line %d: pair %d, ahead %d: there twice or impossible; remove the line to have its pair played again",
				path, i+1, l.Pair, l.Ahead), journal.Close())
		}
		r.results[l.Pair] = l.Ahead
	}
	return nil
}

// play plays batch after batch, each from where the one before has moved the constants to, and writes the report anew
// after each that was not played before.
func (r *run) play(ctx context.Context, dir string) error {
	for first := 0; first < r.cfg.Pairs; first += r.cfg.Batch {
		end := min(first+r.cfg.Batch, r.cfg.Pairs)
		played, err := r.playBatch(ctx, first, end)
		if err != nil {
			return err
		}
		for i := first; i < end; i++ {
			r.walk.move(i, r.results[i])
		}
		r.trace = append(r.trace, point{end, append([]float64(nil), r.walk.at...)})
		if played > 0 || end == r.cfg.Pairs {
			if err := r.report().write(dir, r.trace); err != nil {
				return err
			}
		}
		if r.progress != nil {
			r.progress(end, r.walk.constants())
		}
	}
	return nil
}

// playBatch plays those of the pairs first to end−1 that are not in the journal, and returns how many.
func (r *run) playBatch(parent context.Context, first, end int) (int, error) {
	var missing []int
	for i := first; i < end; i++ {
		if _, done := r.results[i]; !done {
			missing = append(missing, i)
		}
	}
	group, ctx := errgroup.WithContext(parent)
	group.SetLimit(max(1, r.cfg.Workers))
	for _, i := range missing {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			ahead, err := r.playPair(ctx, i)
			if err != nil {
				return fmt.Errorf("pair %d: %w", i, err)
			}
			return r.finish(result{i, ahead})
		})
	}
	err := group.Wait()
	if cause := context.Cause(parent); cause != nil {
		return 0, cause
	}
	return len(missing), err
}

// playPair returns how many half points the side of pair i that is pushed up is ahead of the other.
func (r *run) playPair(ctx context.Context, i int) (int, error) {
	by := match.Config{Rules: rules.Tiantian, Limits: rules.Limits{Nodes: r.cfg.Nodes}}
	up, down := player(&r.cfg, r.walk.pushed(i, 1)), player(&r.cfg, r.walk.pushed(i, -1))
	p, err := by.PlayPair(ctx, i, r.walk.source.Deal(uint64(i)), up, down)
	if err != nil {
		return 0, err
	}
	first, second := p.HalfPoints()
	return 2 * (first + second - 2), nil
}

// player returns an engine that searches with c.
func player(cfg *Config, c search.Constants) *engine.Engine {
	o := search.Main
	o.Constants = c
	return engine.New(cfg.Evaluation, engine.Options{HashMB: hashMB, Threads: 1, Search: o})
}

func (r *run) finish(res result) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.Append(res); err != nil {
		return fmt.Errorf("journal pair %d: %w", res.Pair, err)
	}
	r.results[res.Pair] = res.Ahead
	return nil
}
