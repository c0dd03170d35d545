package trainer

import "math"

// The shapes of RateSchedule.
const (
	ShapeCosine = "cosine"
	ShapeLinear = "linear"
)

// RateSchedule is the learning rate over a run: up in a straight line from 0 during the warm-up,
// which takes at most a tenth of the run, then down to its final value at the last step, along a cosine or in
// a straight line.
type RateSchedule struct {
	Peak   float64 `toml:"peak" json:"peak"`
	Final  float64 `toml:"final" json:"final"`
	WarmUp int64   `toml:"warm_up" json:"warm_up"` // steps
	Shape  string  `toml:"shape" json:"shape"`     // of the way down: ShapeCosine or ShapeLinear
}

// At returns the rate of a step, counted from 1, of a run of steps.
func (s RateSchedule) At(step, steps int64) float64 {
	warm := min(s.WarmUp, steps/10)
	if step <= warm {
		return s.Peak * float64(step) / float64(warm)
	}
	done := float64(step-warm) / float64(max(steps-warm, 1))
	if s.Shape == ShapeLinear {
		return s.Final + (s.Peak-s.Final)*(1-done)
	}
	return s.Final + (s.Peak-s.Final)*(1+math.Cos(math.Pi*done))/2
}

// Ramp is a value that stays at First for a share of a run and then changes in a straight line.
type Ramp struct {
	First float64 `toml:"first" json:"first"`
	Last  float64 `toml:"last" json:"last"` // at the last step
	From  float64 `toml:"from" json:"from"` // share of the run that stays at First
}

// At returns the value at a step, counted from 1, of a run of steps.
func (r Ramp) At(step, steps int64) float64 {
	if steps <= 1 {
		return r.Last
	}
	done, whole := float64(step-1), float64(steps-1)
	from := r.From * whole
	if done <= from {
		return r.First
	}
	return r.First + (r.Last-r.First)*(done-from)/(whole-from)
}
