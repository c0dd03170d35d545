package gate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/eval"
)

// Evaluator evaluates single positions: what the loss key needs of either side. The integer form
// of a network plays, so the integer form is judged.
type Evaluator interface {
	Reset(p *board.Position)
	Evaluate(p *board.Position) score.Value // view of the side to move
}

// Holdout is the games that neither evaluation was trained on.
type Holdout struct {
	Set    *dataset.Set
	Split  dataset.Split
	Filter dataset.Filter
}

// Loss is the loss key: both evaluations' squared errors on the gate hold-out.
type Loss struct {
	Deals        int         `json:"deals"`
	Positions    int         `json:"positions"`
	Candidate    float64     `json:"candidate"` // mean squared error against the result, deals weighing equally
	Incumbent    float64     `json:"incumbent"`
	Difference   eval.Paired `json:"difference"`   // candidate minus incumbent, one unit a deal
	BlendedDiff  eval.Paired `json:"blended"`      // the same against ½ score + ½ result: shown, not judged
	Underpowered bool        `json:"underpowered"` // fewer deals than the rule asks for
}

// dealSums are the squared errors of one deal's positions.
type dealSums struct {
	positions       int
	result, blended [2]float64 // candidate, incumbent
}

func (s *dealSums) add(o *dealSums) {
	s.positions += o.positions
	for i := range s.result {
		s.result[i] += o.result[i]
		s.blended[i] += o.blended[i]
	}
}

// MeasureLoss evaluates every kept position of the gate hold-out with both evaluations. Positions
// whose game says nothing beyond the score (tails, games cut by length) are left out. shown is told how far it has come, by
// several goroutines at once.
func MeasureLoss(ctx context.Context, h Holdout, shown func(what string, done, total int), candidate, incumbent func() Evaluator) (Loss, error) {
	scales, err := h.Set.FitLabelScales(ctx, h.Split)
	if err != nil {
		return Loss{}, fmt.Errorf("fit the label scale: %w", err)
	}
	blocks := h.Set.Blocks()
	sums := make([]map[uint64]*dealSums, len(blocks))
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for b := range blocks {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			j := judge{holdout: &h, evaluators: [2]Evaluator{candidate(), incumbent()},
				reading: blocks[b].Scaled(func(scorer string) float64 { return scales[scorer].K })}
			var err error // of this block: they run at the same time
			sums[b], err = j.block(b)
			shown("judge the hold-out", int(done.Add(1)), len(blocks))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Loss{}, err
	}
	return combine(sums)
}

// judge evaluates the positions of one block.
type judge struct {
	holdout    *Holdout
	evaluators [2]Evaluator
	reading    dataset.Reading
}

func (j *judge) block(b int) (map[uint64]*dealSums, error) {
	samples, err := j.holdout.Set.Read(b, j.reading, nil)
	if err != nil {
		return nil, err
	}
	deals := map[uint64]*dealSums{}
	for i := range samples {
		s := &samples[i]
		if j.holdout.Split.Part(s.DealKey) != dataset.Gate || s.Flags&dataset.ScoreOnly != 0 ||
			j.holdout.Filter.Judge(s) != dataset.Keep {
			continue
		}
		sums := deals[s.DealKey]
		if sums == nil {
			sums = &dealSums{}
			deals[s.DealKey] = sums
		}
		if err := j.position(s, sums); err != nil {
			return nil, err
		}
	}
	return deals, nil
}

func (j *judge) position(s *dataset.Sample, sums *dealSums) error {
	pos, err := board.New(s.View.Unpack())
	if err != nil {
		return fmt.Errorf("game %d, ply %d: %w", s.Game, s.Ply, err)
	}
	result := float64(s.Result) / 2
	blended := result
	if j.reading.Scale > 0 {
		blended = (result + score.Logistic(float64(s.Label)/j.reading.Scale)) / 2
	}
	sums.positions++
	for i, e := range j.evaluators {
		e.Reset(pos)
		expected := e.Evaluate(pos).Float()
		sums.result[i] += (expected - result) * (expected - result)
		sums.blended[i] += (expected - blended) * (expected - blended)
	}
	return nil
}

// combine averages within each deal and compares over deals. Blocks and deals are taken in a fixed
// order, so that the sums have the same bits whatever finished first.
func combine(blocks []map[uint64]*dealSums) (Loss, error) {
	deals := map[uint64]*dealSums{}
	for _, block := range blocks {
		for key, s := range block {
			if deals[key] == nil {
				deals[key] = &dealSums{}
			}
			deals[key].add(s)
		}
	}
	if len(deals) == 0 {
		return Loss{}, errors.New("the gate hold-out is empty: give more games or a larger gate share")
	}
	keys := make([]uint64, 0, len(deals))
	for key := range deals {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	loss := Loss{Deals: len(deals)}
	var result, blended []float64
	for _, key := range keys {
		s := deals[key]
		n := float64(s.positions)
		loss.Positions += s.positions
		loss.Candidate += s.result[0] / n / float64(len(deals))
		loss.Incumbent += s.result[1] / n / float64(len(deals))
		result = append(result, (s.result[0]-s.result[1])/n)
		blended = append(blended, (s.blended[0]-s.blended[1])/n)
	}
	loss.Difference, loss.BlendedDiff = eval.NewPaired(result), eval.NewPaired(blended)
	return loss, nil
}
