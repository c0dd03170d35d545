package recipe

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// position is one of the hold-out.
type position struct {
	view    board.Packed // as its mover knew it
	key     uint64       // of its deal
	deal    int          // number of its deal among those of the hold-out, by rising key
	block   int          // of the set
	game    uint64
	ply     int
	lot     uint64  // deep scores go to the lowest
	score   float64 // expected by the recorded score, 0 to 1, view of the mover
	result  float64 // of the mover, 0 to 1
	decided bool    // the result says something beyond the score
}

// held is the hold-out in memory, in the order of blocks, games and plies.
type held struct {
	positions []position
	deals     int
	drawn     []int // numbers of the positions that are searched once more, rising
	scales    []Scale
}

// Scale is the fitted K of a generator: its score s is worth an expected σ(s/K).
type Scale struct {
	Generator string  `json:"generator"` // hash of what scored
	K         float64 `json:"k"`         // centipawns
	StdErr    float64 `json:"std_err"`   // lower bound, as for dataset.LabelScale
}

// HeldOut says what the losses are measured on.
type HeldOut struct {
	Content   string  `json:"content_hash"` // of the games it is taken from
	Positions int     `json:"positions"`
	Deals     int     `json:"deals"`
	Decided   int     `json:"decided"` // positions whose result says something beyond the score
	Drawn     int     `json:"drawn"`   // positions with a deep score
	Scales    []Scale `json:"scales"`  // of the recorded scores
}

// facts describes the hold-out.
func (h *held) facts(content string) *HeldOut {
	f := &HeldOut{Content: content, Positions: len(h.positions), Deals: h.deals, Drawn: len(h.drawn), Scales: h.scales}
	for i := range h.positions {
		if h.positions[i].decided {
			f.Decided++
		}
	}
	return f
}

// readHeld reads the validation deals of some shards and draws among their positions.
func readHeld(ctx context.Context, paths []string, split dataset.Split, filter dataset.Filter, drawn int, progress tell) (_ *held, err error) {
	set, err := dataset.Open(paths...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = func(what string, done, total int) { progress(int64(done), int64(total), what) }
	scales, err := set.FitLabelScales(ctx, split)
	if err != nil {
		return nil, fmt.Errorf("hold-out: %w", err)
	}
	h := &held{}
	for _, network := range slices.Sorted(maps.Keys(scales)) {
		h.scales = append(h.scales, Scale{network, scales[network].K, scales[network].StdErr})
	}
	blocks := make([][]position, len(set.Blocks()))
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for b := range blocks {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			var err error
			blocks[b], err = readBlock(set, b, scales, split, filter)
			progress(done.Add(1), int64(len(blocks)), "blocks of games")
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	h.positions = slices.Concat(blocks...)
	if len(h.positions) == 0 {
		return nil, errors.New("hold-out: no validation position is left after split and filter: name more games")
	}
	h.number()
	h.draw(drawn)
	return h, nil
}

// readBlock returns the positions of one block that belong to the hold-out; scales are those of the scores.
func readBlock(set *dataset.Set, block int, scales map[string]dataset.LabelScale, split dataset.Split, filter dataset.Filter) ([]position, error) {
	reading := set.Blocks()[block].Scaled(func(scorer string) float64 { return scales[scorer].K })
	samples, err := set.Read(block, reading, nil)
	if err != nil {
		return nil, err
	}
	var found []position
	for i := range samples {
		s := &samples[i]
		if split.Part(s.DealKey) != dataset.Validation || filter.Judge(s) != dataset.Keep {
			continue
		}
		found = append(found, position{
			view: s.View, key: s.DealKey, block: block, game: s.Game, ply: int(s.Ply),
			lot:   lotOf(set.Blocks()[block].Series, s),
			score: score.Logistic(float64(s.Label) / reading.Scale), result: float64(s.Result) / 2,
			decided: s.Flags&dataset.ScoreOnly == 0,
		})
	}
	return found, nil
}

// lotOf returns a number drawn for a sample, the same wherever it is read.
func lotOf(series string, s *dataset.Sample) uint64 {
	text := binary.BigEndian.AppendUint64([]byte("recipe\x00"+series+"\x00"), s.DealKey)
	text = binary.BigEndian.AppendUint64(text, s.Game)
	text = binary.BigEndian.AppendUint16(text, s.Ply)
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])
}

// number numbers the deals.
func (h *held) number() {
	var keys []uint64
	for i := range h.positions {
		keys = append(keys, h.positions[i].key)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	h.deals = len(keys)
	for i := range h.positions {
		h.positions[i].deal, _ = slices.BinarySearch(keys, h.positions[i].key)
	}
}

// draw draws at most n positions.
func (h *held) draw(n int) {
	all := make([]int, len(h.positions))
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(h.positions[a].lot, h.positions[b].lot) })
	h.drawn = all[:min(n, len(all))]
	slices.Sort(h.drawn)
}
