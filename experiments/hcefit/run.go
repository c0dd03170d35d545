package hcefit

import (
	"context"
	"math"

	"jieqi/dataset"
	"jieqi/engine/hce"
)

// Stage is a piece of a run.
type Stage int

// The stages, in their order.
const (
	Surveying Stage = iota // all blocks are read to draw positions
	Reading                // all blocks are read to take the positions apart
	Fitting                // the weights are moved
)

var stageNames = [...]string{Surveying: "survey", Reading: "read", Fitting: "fit"}

// String returns the stage's short name, such as "fit".
func (s Stage) String() string {
	if s >= 0 && int(s) < len(stageNames) {
		return stageNames[s]
	}
	return "invalid stage"
}

// Progress says how far a stage has come.
type Progress struct {
	Stage       Stage
	Done, Total int     // blocks; iterations when Fitting, of which there may be fewer in the end
	Loss        float64 // when Fitting
}

// Result is a fit.
type Result struct {
	Weights    hce.Weights `json:"-"`
	Iterations int         `json:"iterations"`
	Converged  bool        `json:"converged"` // false: the limit of iterations came first
	Moved      int         `json:"moved"`     // numbers that changed, of Numbers
	Numbers    int         `json:"numbers"`
	Distance   float64     `json:"distance"` // root of the mean square of the changes, centipawns
	Train      Part        `json:"train"`
	Validation Part        `json:"validation"`
}

// Run fits weights to the shards in paths, beginning from base, which also is what they are held
// to; of base, weights outside Config.Only count as 0. progress is called from several goroutines.
func Run(ctx context.Context, c Config, base *hce.Weights, paths []string, progress func(Progress)) (Result, error) {
	if err := c.Check(); err != nil {
		return Result{}, err
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		return Result{}, err
	}
	defer set.Close()
	if !c.Mixed {
		if err := checkNetworks(set.Blocks()); err != nil {
			return Result{}, err
		}
	}
	chosen, err := chosen(c.Only)
	if err != nil {
		return Result{}, err
	}
	r := reader{set: set, config: &c, chosen: chosen, progress: progress}
	parts, err := r.read(ctx)
	if err != nil {
		return Result{}, err
	}
	return fit(ctx, &c, keep(base, chosen), &parts[0], &parts[1], progress)
}

// fit fits to one part and measures on both.
func fit(ctx context.Context, c *Config, base *hce.Weights, train, validation *data, progress func(Progress)) (Result, error) {
	before := flatten(base)
	m, err := newObjective(train, before, c).minimise(ctx, c.Iterations, progress)
	if err != nil {
		return Result{}, err
	}
	r := Result{Weights: round(m.weights), Iterations: m.iterations, Converged: m.converged, Numbers: len(before)}
	rounded := flatten(&r.Weights)
	for i := range rounded {
		d := rounded[i] - before[i]
		r.Distance += d * d / float64(len(before))
		if d != 0 {
			r.Moved++
		}
	}
	r.Distance = math.Sqrt(r.Distance)
	r.Train, r.Validation = train.judge(before, m.weights, rounded), validation.judge(before, m.weights, rounded)
	return r, nil
}

// flatten lists the numbers of w: stage s of the p-th of hce.Params at stages*p+s.
func flatten(w *hce.Weights) []float64 {
	var flat []float64
	for _, p := range hce.Params(w) {
		for _, v := range p.Value {
			flat = append(flat, float64(v))
		}
	}
	return flat
}

// round is the inverse of flatten for whole numbers within ±hce.MaxWeight.
func round(flat []float64) hce.Weights {
	var w hce.Weights
	for i, p := range hce.Params(&w) {
		for s := range p.Value {
			v := math.RoundToEven(flat[stages*i+s])
			p.Value[s] = int16(min(max(v, -hce.MaxWeight), hce.MaxWeight))
		}
	}
	return w
}
