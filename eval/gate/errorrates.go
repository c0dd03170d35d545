package gate

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/errgroup"

	"jieqi/eval"
)

// Axes of the error-rate grid: true strength of the candidate in Elo, and the mean of its loss t.
var (
	gridElo = []float64{-20, -10, 0, 10, 20, 30, 40}
	gridT   = []float64{0, -2, -4}
)

// equalPairs is how often pairs between equal players end with 0 … 4 half points. Most deals are
// won by the same colour twice or split; the shares follow a published match of 500 pairs.
var equalPairs = [5]float64{0.22, 0.05, 0.46, 0.05, 0.22}

// ErrorRates says how often a rule promotes.
type ErrorRates struct {
	Elo     []float64   `json:"elo"`     // true strength, one row each
	MeanT   []float64   `json:"mean_t"`  // mean of the loss t, one column each
	Promote [][]float64 `json:"promote"` // share of simulated gates that promote
	Runs    int         `json:"runs"`    // simulated gates a cell
}

// Rates simulates the rule, extension included, over the grid. The same rule gives the same figures. done, if not nil,
// is called for each simulated gate, from several goroutines. It fails only when ctx ends.
func (r *Rule) Rates(ctx context.Context, runs int, done func()) (ErrorRates, error) {
	out := ErrorRates{Elo: gridElo, MeanT: gridT, Runs: runs}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, elo := range gridElo {
		row := make([]float64, len(gridT)) // the cells know it alone: the list of rows still grows while they run
		out.Promote = append(out.Promote, row)
		for k, meanT := range gridT {
			group.Go(func() error {
				rng := rand.New(rand.NewPCG(uint64(i), uint64(k)))
				share, promoted := tilt(elo), 0
				for range runs {
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					if r.simulate(rng, share, meanT+rng.NormFloat64()) {
						promoted++
					}
					if done != nil {
						done()
					}
				}
				row[k] = float64(promoted) / float64(runs)
				return nil
			})
		}
	}
	return out, group.Wait()
}

// simulate plays one gate with the given cumulative pair distribution and loss t.
func (r *Rule) simulate(rng *rand.Rand, cumulative [5]float64, t float64) bool {
	var p eval.Pairs
	play := func() {
		x, h := rng.Float64(), 0
		for h < 4 && x >= cumulative[h] {
			h++
		}
		p[h]++
	}
	for range r.Pairs { // before that no rule decides
		play()
	}
	for ; ; play() {
		if d := r.Decide(p, t); d.Verdict != Undecided {
			return d.Verdict == Promote
		}
	}
}

// tilt returns the cumulative distribution of pair outcomes at a true difference of elo:
// equalPairs reweighted exponentially until the mean is the expected score.
func tilt(elo float64) [5]float64 {
	low, high := -10.0, 10.0
	var w [5]float64
	for range 60 {
		mid := (low + high) / 2
		sum, mean := 0.0, 0.0
		for h, p := range equalPairs {
			w[h] = p * math.Exp(mid*(float64(h)/4-0.5))
			sum += w[h]
			mean += w[h] * float64(h) / 4
		}
		if mean/sum < eval.Score(elo) {
			low = mid
		} else {
			high = mid
		}
		total := 0.0
		for h := range w {
			total += w[h] / sum
			w[h] = total
		}
	}
	return w
}
