package hcefit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
)

// fitted are the parts that are read, train first; the gate's deals are never looked at.
var fitted = [...]dataset.Part{dataset.Train, dataset.Validation}

// data is a part's rows, block by block.
type data struct{ blocks []rows }

func (d *data) positions() int {
	n := 0
	for i := range d.blocks {
		n += d.blocks[i].len()
	}
	return n
}

// deals returns how many different deals there are.
func (d *data) deals() int {
	seen := map[uint64]struct{}{}
	for i := range d.blocks {
		for _, deal := range d.blocks[i].deals {
			seen[deal] = struct{}{}
		}
	}
	return len(seen)
}

// reader reads the positions of a set that a configuration asks for.
type reader struct {
	set      *dataset.Set
	config   *Config
	chosen   []bool // by weight, whether it is fitted
	progress func(Progress)
	limits   [len(fitted)]uint64 // the highest lots that are taken
}

// part returns which of fitted a sample belongs to, and whether it is worth fitting to.
func (r *reader) part(x *dataset.Sample) (part int, ok bool) {
	part = slices.Index(fitted[:], r.config.Split.Part(x.DealKey))
	return part, part >= 0 && quiet(x)
}

// quiet reports whether the evaluation of a sample should foretell its result. See the package's
// documentation for the reasons.
func quiet(x *dataset.Sample) bool {
	filter := dataset.DefaultFilter
	return x.Flags&(dataset.Capture|dataset.ScoreOnly) == 0 && filter.Judge(x) == dataset.Keep
}

// read reads both parts. The first pass only draws lots, 8 bytes a position; the second takes the
// positions with the lowest ones apart.
func (r *reader) read(ctx context.Context) (parts [len(fitted)]data, err error) {
	lots := make([][len(fitted)][]uint64, len(r.set.Blocks()))
	err = r.pass(ctx, Surveying, func() visitor {
		return func(block int, samples []dataset.Sample) error {
			for i := range samples {
				if part, ok := r.part(&samples[i]); ok {
					lots[block][part] = append(lots[block][part], r.lot(&samples[i]))
				}
			}
			return nil
		}
	})
	if err != nil {
		return parts, err
	}
	for part := range parts {
		var all []uint64
		for block := range lots {
			all = append(all, lots[block][part]...)
		}
		if len(all) == 0 {
			remedy := "more games"
			if fitted[part] == dataset.Validation {
				remedy += ", or a larger --validation-share,"
			}
			return parts, fmt.Errorf("no quiet %s position with a result in %d: %s are needed",
				fitted[part], r.set.Positions(), remedy)
		}
		r.limits[part] = limit(all, r.config.Positions)
		parts[part].blocks = make([]rows, len(lots))
	}
	return parts, r.extract(ctx, &parts)
}

// extract is the second pass.
func (r *reader) extract(ctx context.Context, parts *[len(fitted)]data) error {
	return r.pass(ctx, Reading, func() visitor {
		b := newBuilder(r.chosen)
		var found [len(fitted)]rows // reused, so that what is kept has no spare room
		return func(block int, samples []dataset.Sample) error {
			for part := range found {
				found[part].clear()
			}
			for i := range samples {
				x := &samples[i]
				part, ok := r.part(x)
				if !ok || r.lot(x) > r.limits[part] {
					continue
				}
				if err := b.addSample(&found[part], x); err != nil {
					return err
				}
			}
			for part := range found {
				parts[part].blocks[block] = found[part].clone()
			}
			return nil
		}
	})
}

// visitor is called with the samples of a block.
type visitor func(block int, samples []dataset.Sample) error

// pass reads all blocks; each thread has a visitor of its own.
func (r *reader) pass(ctx context.Context, stage Stage, newVisitor func() visitor) error {
	blocks := r.set.Blocks()
	var next, done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(r.config.Threads, len(blocks)) {
		group.Go(func() error {
			visit := newVisitor()
			var samples []dataset.Sample
			for b := int(next.Add(1)) - 1; b < len(blocks); b = int(next.Add(1)) - 1 {
				err := ctx.Err()
				if err == nil {
					samples, err = r.set.Samples(b, samples[:0])
				}
				if err != nil {
					return err
				}
				if err := visit(b, samples); err != nil {
					return fmt.Errorf("%s: %w", blocks[b].File, err)
				}
				r.progress(Progress{Stage: stage, Done: int(done.Add(1)), Total: len(blocks)})
			}
			return nil
		})
	}
	return group.Wait()
}

// checkNetworks refuses games whose scores, and so whose play, come from different evaluations.
func checkNetworks(blocks []dataset.BlockInfo) error {
	for i := range blocks {
		if a, b := &blocks[0], &blocks[i]; a.Network != b.Network {
			return fmt.Errorf("%s was played by %s, %s by %s: games of different evaluations are fitted together only when told to",
				a.File, a.Network, b.File, b.Network)
		}
	}
	if len(blocks) == 0 {
		return errors.New("no games in the shards")
	}
	return nil
}
