package hcefit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// The fit ends when so many iterations together gain less than this, far below what rounding costs.
const (
	patience = 5
	gain     = 1e-7
)

// minimum is where a minimiser came to rest.
type minimum struct {
	weights    []float64
	iterations int
	converged  bool // false: the limit of iterations came first
}

// minimise moves from the objective's base to its minimum.
func (o *objective) minimise(ctx context.Context, iterations int, progress func(Progress)) (*minimum, error) {
	s := &steps{objective: o, unit: o.units(), ctx: ctx, limit: iterations, progress: progress,
		grad: make([]float64, len(o.base))}
	settings := &optimize.Settings{
		MajorIterations: iterations, Recorder: s,
		Converger: &optimize.FunctionConverge{Absolute: gain, Iterations: patience},
	}
	r, err := optimize.Minimize(optimize.Problem{Func: s.value, Grad: s.gradient}, make([]float64, len(o.base)),
		settings, &optimize.LBFGS{})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && !standstill(err) {
		return nil, fmt.Errorf("minimise the loss: %w", err)
	}
	return &minimum{s.weights(r.X), r.MajorIterations, r.Status != optimize.IterationLimit}, nil
}

// standstill reports whether a line search found nothing lower to go to: so close to the minimum of
// a convex function that rounding hides the slope.
func standstill(err error) bool {
	return errors.Is(err, optimize.ErrNoProgress) || errors.Is(err, optimize.ErrLinesearcherFailure)
}

// units returns the step of each weight that changes the objective as much as that of any other,
// as far as the curvature along each alone can tell. Without them frequent weights, a hundred times as
// steep as rare ones, would set the pace for all.
func (o *objective) units() []float64 {
	units := make([]float64, len(o.base))
	o.sum(units, func(r *rows, out []float64) float64 {
		r.addCurvature(o.base, out)
		return 0
	})
	for i, v := range units {
		units[i] = 1 / math.Sqrt(v/float64(o.n)+o.pull)
	}
	return units
}

// steps shows an objective to the minimiser in other coordinates: (w - base) / unit.
type steps struct {
	*objective
	unit     []float64
	ctx      context.Context
	limit    int
	progress func(Progress)

	x    []float64 // where loss and grad belong to; nil at first
	loss float64
	grad []float64
}

func (s *steps) weights(x []float64) []float64 {
	w := make([]float64, len(x))
	for i := range w {
		w[i] = s.base[i] + x[i]*s.unit[i]
	}
	return w
}

// move computes loss and grad at x unless they are there: the minimiser asks for both, one by one.
func (s *steps) move(x []float64) {
	if s.x != nil && slices.Equal(s.x, x) {
		return
	}
	s.x = append(s.x[:0], x...)
	s.loss = s.at(s.weights(x), s.grad)
	for i, u := range s.unit {
		s.grad[i] *= u
	}
}

func (s *steps) value(x []float64) float64 {
	s.move(x)
	return s.loss
}

func (s *steps) gradient(grad, x []float64) {
	s.move(x)
	copy(grad, s.grad)
}

// Init and Record make steps an optimize.Recorder: each iteration is reported, and none follows
// once the context has ended.
func (s *steps) Init() error { return nil }

func (s *steps) Record(l *optimize.Location, op optimize.Operation, stats *optimize.Stats) error {
	if op == optimize.MajorIteration || op == optimize.PostIteration {
		s.progress(Progress{Stage: Fitting, Done: stats.MajorIterations, Total: s.limit, Loss: l.F})
	}
	return s.ctx.Err()
}
