package trainer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/score"
	"jieqi/nnue"
	"jieqi/nnue/features"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
	"jieqi/trainer/kernel"
)

// Report says what a network lost when its parameters became integers, measured on the gate's
// hold-out. Centipawns are score.Scale times the logit, neither rounded nor clamped; a point is a
// hundredth of expected score.
type Report struct {
	Network     string     `json:"network"`      // name of the integer network
	ContentHash string     `json:"content_hash"` // of the data
	Samples     int        `json:"samples"`
	Centipawns  Difference `json:"centipawns"`
	Points      Difference `json:"points"`
	LossFloat   float64    `json:"loss_float"`   // hold-out loss at λ = 0.5 before
	LossInteger float64    `json:"loss_integer"` // and after
	Worst       []Worst    `json:"worst"`        // the positions with the largest differences in points
	Thresholds  Thresholds `json:"thresholds"`
	Trusted     bool       `json:"trusted_holdout"` // the hold-out was taken on trust: the parameters do not say what they have seen
	Refusals    []string   `json:"refusals"`        // thresholds exceeded; empty: accepted
}

// Difference is |float − integer| over the hold-out.
type Difference struct {
	Mean float64 `json:"mean"`
	P999 float64 `json:"p99.9"` // 99.9 % of the positions differ by no more
	Max  float64 `json:"max"`
}

// Worst is a position where the two forms disagree, in centipawns of the side to move.
type Worst struct {
	FEN     string  `json:"fen"` // the mover's view; move counters are not kept in samples
	Float   float64 `json:"float"`
	Integer float64 `json:"integer"`
	Points  float64 `json:"points"` // the difference in expected score
}

// Thresholds are the largest values a network is accepted with.
type Thresholds struct {
	MeanCentipawns float64 `json:"mean_centipawns"`
	MeanPoints     float64 `json:"mean_points"`
	P999Points     float64 `json:"p99.9_points"`
	LossIncrease   float64 `json:"loss_increase"` // relative
}

// DefaultThresholds are those that networks are refused by. They were set from a network trained on two
// million positions: 2.2 cp and 0.24 points on average, 1.0 points for 99.9 %, its hold-out loss 0.02 %
// lower. A network on a coarser grid reached 7.4 cp.
var DefaultThresholds = Thresholds{MeanCentipawns: 4, MeanPoints: 0.5, P999Points: 2, LossIncrease: 0.002}

// ErrRefused says that a network lost too much in quantisation.
var ErrRefused = errors.New("network refused by its quantisation report")

// numWorst is how many positions a report shows.
const numWorst = 10

// NewReport compares p with its integer form n on the gate's hold-out of the given shards, with the
// split, filter, label scale and number of hold-out positions of cfg. It refuses a hold-out that was not withheld
// from p, see lineage.Lineage.Admit.
func NewReport(ctx context.Context, p *nnue.Params, n *nnue.Network, data []string, cfg Config, o Options) (_ *Report, err error) {
	set, err := dataset.Open(data...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = o.Reading
	return newReport(ctx, p, n, set, cfg, o)
}

func newReport(ctx context.Context, p *nnue.Params, n *nnue.Network, c feed.Corpus, cfg Config, o Options) (*Report, error) {
	set, err := chooseKernel(o.Kernel)
	if err != nil {
		return nil, err
	}
	trusted, err := p.Lineage.Admit(c.Data(cfg.Split), o.Trust)
	if err != nil {
		return nil, err
	}
	settings := cfg.feed()
	settings.EarlyPlies = 0 // weights do not matter here
	s, err := feed.Conduct(ctx, c, settings, dataset.Gate, o.threads(), o.Reading)
	if err != nil {
		return nil, fmt.Errorf("quantisation report: %w", err)
	}
	r := &Report{Network: n.Name(), ContentHash: s.Content, Samples: len(s.Held), Thresholds: DefaultThresholds, Trusted: trusted}
	r.fill(compare(p, n, set, s.Held, o.threads()))
	r.judge()
	return r, nil
}

// pair is what the two forms of a network say about a hold-out sample.
type pair struct {
	sample         *feed.Held
	float, integer float64 // logits
}

func (p *pair) centipawns() float64 { return math.Abs(p.float-p.integer) * score.Scale }
func (p *pair) points() float64 {
	return 100 * math.Abs(score.Logistic(p.float)-score.Logistic(p.integer))
}

// compare runs both forms over the hold-out.
func compare(p *nnue.Params, n *nnue.Network, set *kernel.Set, held []feed.Held, threads int) []pair {
	pairs := make([]pair, len(held))
	w := backprop.WeightsOf(inputs, p, set)
	backprop.NewInference(inputs, threads).Run(w, len(held), fillHeld(held), func(r backprop.Result) {
		var both features.Both
		for i, logit := range r.Logits {
			x := &held[r.First+i]
			pairs[r.First+i] = pair{x, float64(logit), n.Logit(n.Evaluate(both.Packed(&x.View, false)))}
		}
	})
	return pairs
}

// fill computes the figures. It sorts pairs.
func (r *Report) fill(pairs []pair) {
	var lossFloat, lossInteger float64
	var centipawns, points []float64
	for i := range pairs {
		p := &pairs[i]
		want := float64(target(&p.sample.Sample, p.sample.Scale, 0.5))
		before, after := score.Logistic(p.float)-want, score.Logistic(p.integer)-want
		lossFloat += before * before
		lossInteger += after * after
		centipawns = append(centipawns, p.centipawns())
		points = append(points, p.points())
	}
	n := int64(len(pairs))
	r.LossFloat, r.LossInteger = mean(lossFloat, n), mean(lossInteger, n)
	r.Centipawns, r.Points = difference(centipawns), difference(points)
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.points(), a.points()) })
	for i := range pairs[:min(numWorst, len(pairs))] {
		r.Worst = append(r.Worst, pairs[i].worst())
	}
}

// difference summarises at least one value. It sorts them.
func difference(values []float64) Difference {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	slices.Sort(values)
	n := len(values)
	at := int(math.Ceil(0.999*float64(n))) - 1
	return Difference{Mean: sum / float64(n), P999: values[at], Max: values[n-1]}
}

func (p *pair) worst() Worst {
	w := Worst{Float: p.float * score.Scale, Integer: p.integer * score.Scale, Points: p.points()}
	position, err := board.New(p.sample.View.Unpack())
	if err != nil {
		// A view comes from a position and cannot be impossible; the report goes on without it.
		w.FEN = err.Error()
		return w
	}
	w.FEN = notation.FormatFEN(position)
	return w
}

// judge fills Refusals.
func (r *Report) judge() {
	r.Refusals = []string{}
	check := func(what string, value, limit float64, unit string) {
		if !(value <= limit) { // also true of NaN
			r.Refusals = append(r.Refusals, fmt.Sprintf("%s is %.4g%s, more than %g%s", what, value, unit, limit, unit))
		}
	}
	check("mean difference", r.Centipawns.Mean, r.Thresholds.MeanCentipawns, " cp")
	check("mean difference", r.Points.Mean, r.Thresholds.MeanPoints, " points")
	check("99.9 % of differences", r.Points.P999, r.Thresholds.P999Points, " points")
	check("increase of the hold-out loss", 100*r.lossIncrease(), 100*r.Thresholds.LossIncrease, " %")
}

// lossIncrease is the relative increase of the hold-out loss.
func (r *Report) lossIncrease() float64 { return r.LossInteger/r.LossFloat - 1 }

// Refused returns an error that matches ErrRefused and gives the first reason, or nil if the
// network is accepted.
func (r *Report) Refused() error {
	if len(r.Refusals) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrRefused, r.Refusals[0])
}
