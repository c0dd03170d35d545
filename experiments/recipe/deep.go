package recipe

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
	"jieqi/selfplay"
)

// deepHashMB is the table of a deep search: more entries than it has nodes.
const deepHashMB = 2

// Deep is the deep scores of the drawn positions.
type Deep struct {
	Scores []score.Value `json:"scores"` // in the order of the hold-out, views of the movers
	K      float64       `json:"k"`      // their scale, fitted to the results of the same positions
	StdErr float64       `json:"std_err"`
}

// deepSearch searches the drawn positions of the hold-out once more. What is done of it lies in its folder, a
// line of the journal for each block.
type deepSearch struct {
	held      *held
	reference engine.Factory
	nodes     uint64
	folder    string
	progress  tell

	mu      sync.Mutex // guards what follows
	journal *durable.Journal
	done    map[int][]score.Value // by block
	counted int                   // positions in done
}

// deepBlock is a line of the journal: the scores of the drawn positions of a block.
type deepBlock struct {
	Block  int           `json:"block"`
	Scores []score.Value `json:"scores"`
}

// journalName is the journal's name in the folder.
const journalName = "blocks.jsonl"

// run searches what is missing and returns the scores of all drawn positions.
func (d *deepSearch) run(ctx context.Context, paths []string, workers int) (_ []score.Value, err error) {
	archive, err := dataset.OpenArchive(paths...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	if err := d.open(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.journal.Close()) }()
	var left [][]int
	for _, drawn := range d.blocks() {
		if d.done[d.held.positions[drawn[0]].block] == nil {
			left = append(left, drawn)
		}
	}
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range max(1, workers) {
		group.Go(func() error {
			player := selfplay.NewReplayer(d.reference, engine.Options{HashMB: deepHashMB, Threads: 1, Search: search.Main}, d.nodes)
			for i := int(next.Add(1)) - 1; i < len(left); i = int(next.Add(1)) - 1 {
				block := d.held.positions[left[i][0]].block
				scores, err := d.search(ctx, archive, player, block, left[i])
				if err != nil {
					return err
				}
				if err := d.keep(block, scores); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var scores []score.Value
	for _, drawn := range d.blocks() {
		scores = append(scores, d.done[d.held.positions[drawn[0]].block]...)
	}
	if len(scores) != len(d.held.drawn) {
		return nil, fmt.Errorf("%s has %d scores for %d positions: remove it to have them made again",
			filepath.Join(d.folder, journalName), len(scores), len(d.held.drawn))
	}
	return scores, nil
}

// open reads what the journal has.
func (d *deepSearch) open() error {
	journal, blocks, err := durable.OpenJournal[deepBlock](filepath.Join(d.folder, journalName))
	if err != nil {
		return err
	}
	d.journal, d.done = journal, map[int][]score.Value{}
	for _, b := range blocks {
		d.done[b.Block] = b.Scores
		d.counted += len(b.Scores)
	}
	return nil
}

// keep puts the scores of a block into the journal.
func (d *deepSearch) keep(block int, scores []score.Value) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.journal.Append(deepBlock{block, scores}); err != nil {
		return err
	}
	d.done[block] = scores
	d.counted += len(scores)
	d.progress(int64(d.counted), int64(len(d.held.drawn)), "positions")
	return nil
}

// blocks returns the drawn positions by block.
func (d *deepSearch) blocks() [][]int {
	var blocks [][]int
	last := -1
	for _, i := range d.held.drawn {
		if b := d.held.positions[i].block; b != last {
			blocks, last = append(blocks, nil), b
		}
		blocks[len(blocks)-1] = append(blocks[len(blocks)-1], i)
	}
	return blocks
}

// search searches the drawn positions of a block.
func (d *deepSearch) search(ctx context.Context, archive *dataset.Archive, player *selfplay.Replayer, block int, drawn []int) ([]score.Value, error) {
	games, err := archive.Games(block)
	if err != nil {
		return nil, err
	}
	preset, err := rules.Preset(archive.Header(block).Rules)
	if err != nil {
		return nil, err
	}
	var scores []score.Value
	next := func() *position { return &d.held.positions[drawn[len(scores)]] } // to be searched
	for g := range games {
		here := func() bool { return len(scores) < len(drawn) && next().game == games[g].Index }
		if !here() {
			continue
		}
		wanted := func(ply int) bool { return here() && next().ply == ply }
		err := player.Game(ctx, &games[g], preset, wanted, func(_ int, c rules.Choice) { scores = append(scores, c.Score) })
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", block, err)
		}
	}
	return scores, nil
}

// scaled returns the scores of the drawn positions with their scale, fitted as dataset fits that of recorded ones.
func (h *held) scaled(scores []score.Value) (*Deep, error) {
	const tolerance = 1e-12
	b, curvature, ok := dataset.FitSlope(1/score.Scale, tolerance, func(b float64) (slope, curvature float64) {
		for i, v := range scores {
			p := &h.positions[h.drawn[i]]
			if !p.decided || v != v.Clamp() {
				continue
			}
			x := float64(v)
			e := score.Logistic(b * x)
			slope += x * (p.result - e)
			curvature += x * x * e * (1 - e)
		}
		return slope, curvature
	})
	if !ok || curvature == 0 {
		return nil, errors.New("no scale fits the deep scores: the results of so few positions do not depend on them; draw more, or name more games")
	}
	k := 1 / b
	return &Deep{Scores: scores, K: k, StdErr: k * k / math.Sqrt(curvature)}, nil
}
