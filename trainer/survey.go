package trainer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/nnue/features"
)

// survey is what must be known of the data before the first step.
type survey struct {
	content string                        // content hash
	scales  map[string]dataset.LabelScale // by network; empty when the configuration sets the scale
	tallies [dataset.NumParts]dataset.Tally
	counts  map[uint64]int32 // early positions that occur more than once among the training samples
	held    []heldSample     // a hold-out, thinned to about the configured number
}

// heldSample is a hold-out sample with the label scale of what scored it.
type heldSample struct {
	dataset.Sample
	scale float64
}

// samples returns how many samples a part has.
func (s *survey) samples(part dataset.Part) int64 {
	return int64(s.tallies[part].By[dataset.Keep])
}

// scale returns the label scale of a network's scores.
func (c *Config) scale(scales map[string]dataset.LabelScale, network string) float64 {
	if c.LabelScale != 0 {
		return c.LabelScale
	}
	return scales[network].K
}

// surveyor reads all blocks once, or several times if there are too many early positions to
// compare at once.
type surveyor struct {
	corpus    corpus
	config    *Config
	hold      dataset.Part // the hold-out to keep
	scales    map[string]dataset.LabelScale
	threads   int
	groups    uint64 // early positions are compared in so many groups, one a pass
	threshold uint64 // a hold-out sample is kept if its hash is below
}

// earlyAtOnce bounds the memory of comparing early positions: 8 bytes each.
const earlyAtOnce = 8 << 20

// conduct surveys a corpus, keeping the samples of one hold-out.
func conduct(ctx context.Context, c corpus, config *Config, hold dataset.Part, threads int) (*survey, error) {
	content, err := c.ContentHash()
	if err != nil {
		return nil, err
	}
	s := &survey{content: content, counts: map[uint64]int32{}}
	if config.LabelScale == 0 {
		if s.scales, err = c.FitLabelScales(config.Split); err != nil {
			return nil, fmt.Errorf("%w (set label_scale to do without the fit)", err)
		}
	}
	v := &surveyor{corpus: c, config: config, hold: hold, scales: s.scales, threads: threads}
	v.prepare()
	for group := range v.groups {
		if err := v.pass(ctx, s, group); err != nil {
			return nil, err
		}
	}
	if len(s.held) == 0 {
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
	early := games * float64(max(v.config.EarlyPlies-v.config.Filter.MinPly, 0))
	v.groups = uint64(early/earlyAtOnce) + 1
	v.threshold = math.MaxUint64
	share := v.config.Split.Validation
	if v.hold == dataset.Gate {
		share = v.config.Split.Gate
	}
	if held := positions * float64(share) / 1000; held > float64(v.config.Validation) {
		v.threshold = uint64(float64(v.config.Validation) / held * math.MaxUint64)
	}
}

// findings are those of one block.
type findings struct {
	tallies [dataset.NumParts]dataset.Tally
	early   []uint64
	held    []heldSample
}

// pass reads all blocks; the first pass also counts samples and keeps the hold-out.
func (v *surveyor) pass(ctx context.Context, s *survey, number uint64) error {
	blocks := v.corpus.Blocks()
	found := make([]findings, len(blocks))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(v.threads, 1))
	for i := range blocks {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return v.block(i, number, &found[i])
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("survey samples: %w", err)
	}
	var early []uint64
	for i := range found {
		early = append(early, found[i].early...)
		if number > 0 {
			continue
		}
		s.held = append(s.held, found[i].held...)
		for part := range s.tallies {
			s.tallies[part].Merge(&found[i].tallies[part])
		}
	}
	countRepeats(s.counts, early)
	return nil
}

// block surveys one block.
func (v *surveyor) block(number int, group uint64, f *findings) error {
	samples, err := v.corpus.Samples(number, nil)
	if err != nil {
		return err
	}
	scale := v.config.scale(v.scales, v.corpus.Blocks()[number].Network)
	for i := range samples {
		x := &samples[i]
		part := v.config.Split.Part(x.DealKey)
		if f.tallies[part].Judge(&v.config.Filter, x) != dataset.Keep {
			continue
		}
		switch {
		case part == dataset.Train && int(x.Ply) < v.config.EarlyPlies:
			if key := earlyKeyOf(x); key%v.groups == group {
				f.early = append(f.early, key)
			}
		case part == v.hold && mixAll(x.DealKey, x.Game, uint64(x.Ply)) <= v.threshold:
			f.held = append(f.held, heldSample{*x, scale})
		}
	}
	return nil
}

// earlyKeyOf returns the earlyKey of a sample.
func earlyKeyOf(x *dataset.Sample) uint64 {
	var buf [features.MaxActive]uint16
	return earlyKey(features.ActivePacked(&x.View, x.View.Side(), false, buf[:0]))
}

// countRepeats adds to counts the keys that occur more than once. It sorts keys.
func countRepeats(counts map[uint64]int32, keys []uint64) {
	slices.SortFunc(keys, cmp.Compare[uint64])
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to] == keys[from] {
			to++
		}
		if to-from > 1 {
			counts[keys[from]] = int32(to - from)
		}
		from = to
	}
}
