package recipe

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/eval"
)

// Errors are mean squared errors of the expected score on the hold-out, deals weighing equally.
type Errors struct {
	Scores  float64 `json:"scores"`  // against the recorded scores
	Deep    float64 `json:"deep"`    // against the deep scores; 0 without any
	Results float64 `json:"results"` // against the results of the games, where they say something of their own
}

// Losses is what the hold-out says of a network.
type Losses struct {
	Network    Errors      `json:"network"`
	Reference  Errors      `json:"reference"`
	Difference eval.Paired `json:"difference"` // squared error against results, network minus reference, one unit a deal
}

// measure compares an evaluation with the reference; deep may be nil.
func (h *held) measure(ctx context.Context, network, reference engine.Factory, deep *Deep, workers int) (*Losses, error) {
	own, err := h.expected(ctx, network, workers)
	if err != nil {
		return nil, err
	}
	others, err := h.expected(ctx, reference, workers)
	if err != nil {
		return nil, err
	}
	out := &Losses{}
	var results [2][]float64
	out.Network, results[0] = h.errors(own, deep)
	out.Reference, results[1] = h.errors(others, deep)
	differences := make([]float64, len(results[0]))
	for i := range differences {
		differences[i] = results[0][i] - results[1][i]
	}
	out.Difference = eval.NewPaired(differences)
	return out, nil
}

// expected returns what an evaluation in its integer form expects of each position, 0 to 1.
func (h *held) expected(ctx context.Context, f engine.Factory, workers int) ([]float64, error) {
	values := make([]float64, len(h.positions))
	workers = max(1, workers)
	group, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			e := f.New()
			for i := w; i < len(values); i += workers {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				p := &h.positions[i]
				pos, err := board.New(p.view.Unpack())
				if err != nil {
					return fmt.Errorf("hold-out: game %d, ply %d: %w", p.game, p.ply, err)
				}
				e.Reset(pos)
				values[i] = e.Evaluate(pos).Float()
			}
			return nil
		})
	}
	return values, group.Wait()
}

// errors returns the losses of expected values, and the mean against results of each deal that has any.
func (h *held) errors(expected []float64, deep *Deep) (e Errors, results []float64) {
	recorded, result, searched := newMeans(h.deals), newMeans(h.deals), newMeans(h.deals)
	for i := range h.positions {
		p := &h.positions[i]
		recorded.add(p.deal, expected[i]-p.score)
		if p.decided {
			result.add(p.deal, expected[i]-p.result)
		}
	}
	if deep != nil {
		for i, at := range h.drawn {
			target := score.Logistic(float64(deep.Scores[i]) / deep.K)
			searched.add(h.positions[at].deal, expected[at]-target)
		}
	}
	results = result.deals()
	return Errors{Scores: mean(recorded.deals()), Deep: mean(searched.deals()), Results: mean(results)}, results
}

// means sums squares by deal.
type means struct {
	sum []float64
	n   []int
}

func newMeans(deals int) *means { return &means{make([]float64, deals), make([]int, deals)} }

func (m *means) add(deal int, difference float64) {
	m.sum[deal] += difference * difference
	m.n[deal]++
}

// deals returns the mean square of each deal that has any.
func (m *means) deals() []float64 {
	var out []float64
	for i, n := range m.n {
		if n > 0 {
			out = append(out, m.sum[i]/float64(n))
		}
	}
	return out
}

// mean returns the mean of some values, 0 of none.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(1, len(values)))
}
