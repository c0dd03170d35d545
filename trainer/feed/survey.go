package feed

import (
	"context"
	"fmt"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
)

// Survey is what must be known of the data before the first step.
type Survey struct {
	Content string                        // content hash
	Scales  map[string]dataset.LabelScale // by scorer; empty when the settings give the scale
	Tallies [dataset.NumParts]dataset.Tally
	Repeats map[uint64]int32 // occurrences of each early position that is there more than once among the training samples
	Held    []Held           // a hold-out, thinned to about the number of the settings
}

// Held is a hold-out sample with the label scale of what scored it, in centipawns.
type Held struct {
	dataset.Sample
	Scale float64
}

// Samples returns how many samples a part has.
func (s *Survey) Samples(part dataset.Part) int64 {
	return int64(s.Tallies[part].By[dataset.Keep])
}

// surveyor reads all blocks once, or several times if there are too many early positions to
// compare at once.
type surveyor struct {
	corpus    Corpus
	settings  Settings
	hold      dataset.Part // the hold-out to keep
	scales    map[string]dataset.LabelScale
	threads   int
	watch     func(what string, done, total int)
	early     uint64 // early positions there may be
	groups    uint64 // they are compared in so many groups, one a pass
	threshold uint64 // a hold-out sample is kept if its hash is below
	buffers   buffers
}

// earlyAtOnce bounds the memory of comparing early positions: 8 bytes each.
const earlyAtOnce = 4 << 20

// Conduct surveys a corpus, keeping the samples of one hold-out, Validation or Gate. It fails when
// a block cannot be read, when a label scale cannot be fitted, and when the hold-out is empty. watch, which may be nil, is
// told how many blocks of all are surveyed, by one goroutine at a time.
func Conduct(ctx context.Context, c Corpus, settings Settings, hold dataset.Part, threads int,
	watch func(what string, done, total int)) (*Survey, error) {
	content, err := c.ContentHash(ctx)
	if err != nil {
		return nil, err
	}
	s := &Survey{Content: content, Repeats: map[uint64]int32{}}
	if settings.LabelScale == 0 {
		if s.Scales, err = c.FitLabelScales(ctx, settings.Split); err != nil {
			return nil, fmt.Errorf("%w (set label_scale to do without the fit)", err)
		}
	}
	v := &surveyor{corpus: c, settings: settings, hold: hold, scales: s.Scales, threads: threads, watch: watch}
	v.prepare()
	for group := range v.groups {
		if err := v.pass(ctx, s, group); err != nil {
			return nil, err
		}
	}
	if len(s.Held) == 0 {
		return nil, fmt.Errorf("no %s sample is left after split and filters: more games, or a larger split.%[1]s", hold)
	}
	return s, nil
}

// prepare sets the bounds that keep memory from growing with the data.
func (v *surveyor) prepare() {
	var games, positions float64
	for _, b := range v.corpus.Blocks() {
		games += float64(b.Games)
		positions += float64(b.Positions)
	}
	v.early = uint64(games * float64(max(v.settings.EarlyPlies-v.settings.Filter.MinPly, 0)))
	v.groups = v.early/earlyAtOnce + 1
	v.threshold = math.MaxUint64
	share := v.settings.Split.Validation
	if v.hold == dataset.Gate {
		share = v.settings.Split.Gate
	}
	share *= len(v.corpus.Data(v.settings.Split).Salts) // at most: each salt holds out that much
	if held := positions * float64(share) / 1000; held > float64(v.settings.Validation) {
		v.threshold = uint64(float64(v.settings.Validation) / held * math.MaxUint64)
	}
}

// findings are those of one block.
type findings struct {
	tallies [dataset.NumParts]dataset.Tally
	held    []Held
}

// pass reads all blocks; the first pass also counts samples and keeps the hold-out.
func (v *surveyor) pass(ctx context.Context, s *Survey, number uint64) error {
	blocks := v.corpus.Blocks()
	found := make([]findings, len(blocks))
	var mu sync.Mutex // of what follows
	early := make([]uint64, 0, v.early/v.groups)
	done := 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(v.threads, 1))
	for i := range blocks {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			keys, err := v.block(i, number, &found[i])
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			early = append(early, keys...)
			if done++; v.watch != nil {
				v.watch("survey games", done, len(blocks))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("survey samples: %w", err)
	}
	if number == 0 {
		s.gather(found)
	}
	countRepeats(s.Repeats, early)
	return nil
}

// gather takes over what was found in all blocks, in their order.
func (s *Survey) gather(found []findings) {
	held := 0
	for i := range found {
		held += len(found[i].held)
	}
	s.Held = make([]Held, 0, held)
	for i := range found {
		s.Held = append(s.Held, found[i].held...)
		for part := range s.Tallies {
			s.Tallies[part].Merge(&found[i].tallies[part])
		}
	}
}

// block surveys one block, and returns the keys of its early training positions that are of a group.
func (v *surveyor) block(number int, group uint64, f *findings) (early []uint64, err error) {
	reading := v.settings.reading(&v.corpus.Blocks()[number], v.scales)
	err = v.buffers.read(v.corpus, number, reading, func(samples []dataset.Sample) {
		for i := range samples {
			x := &samples[i]
			part := v.settings.Split.Part(x.DealKey)
			if f.tallies[part].Judge(&v.settings.Filter, x) != dataset.Keep {
				continue
			}
			switch {
			case part == dataset.Train && int(x.Ply) < v.settings.EarlyPlies:
				if key := earlyKey(x); key%v.groups == group {
					early = append(early, key)
				}
			case group == 0 && part == v.hold && mixAll(x.DealKey, x.Game, uint64(x.Ply)) <= v.threshold:
				f.held = append(f.held, Held{*x, reading.Scale})
			}
		}
	})
	return early, err
}
