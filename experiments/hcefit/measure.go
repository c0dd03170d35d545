package hcefit

import (
	"maps"
	"slices"

	"jieqi/dataset"
	"jieqi/engine/score"
	"jieqi/eval"
)

// Measure is how well weights foretell the results of some positions.
type Measure struct {
	Loss  float64 `json:"loss"`  // mean log loss in nats, the scale being score.Scale
	Scale float64 `json:"scale"` // the K at which σ(value/K) foretells best; 0 where none does
}

// Part is what came out on one part of the positions.
type Part struct {
	Positions int     `json:"positions"`
	Deals     int     `json:"deals"`
	Before    Measure `json:"before"`  // with the weights to begin with
	Fitted    Measure `json:"fitted"`  // with those of the fit
	Rounded   Measure `json:"rounded"` // with those of the fit, rounded: the ones to be written
	// Difference is the loss of the rounded weights minus that before, one unit a deal: negative
	// where the new weights are better.
	Difference eval.Paired `json:"difference"`
}

// judge measures weights on a part.
func (d *data) judge(before, fitted, rounded []float64) Part {
	p := Part{Positions: d.positions(), Deals: d.deals()}
	old, new := d.values(before), d.values(rounded)
	p.Before, p.Fitted, p.Rounded = d.measure(old), d.measure(d.values(fitted)), d.measure(new)
	p.Difference = d.compare(old, new)
	return p
}

// values returns the evaluation of each row in units of score.Scale, Red's view.
func (d *data) values(w []float64) []float64 {
	values := make([]float64, 0, d.positions())
	for b := range d.blocks {
		for i := range d.blocks[b].points {
			values = append(values, d.blocks[b].value(i, w)/score.Scale)
		}
	}
	return values
}

// each calls visit with every row's number, result between 0 and 1, and deal.
func (d *data) each(visit func(i int, result float64, deal uint64)) {
	i := 0
	for b := range d.blocks {
		for j, points := range d.blocks[b].points {
			visit(i, float64(points)/2, d.blocks[b].deals[j])
			i++
		}
	}
}

func (d *data) measure(values []float64) Measure {
	var m Measure
	d.each(func(i int, result float64, _ uint64) { m.Loss += logLoss(values[i], result) })
	m.Loss /= float64(len(values))
	if b := d.slope(values); b > 0 {
		m.Scale = score.Scale / b
	}
	return m
}

// slope returns the b at which score.Logistic(b*value) foretells best; 0 where no positive one does.
func (d *data) slope(values []float64) float64 {
	const tolerance = 1e-9
	b, _, ok := dataset.FitSlope(1, tolerance, func(b float64) (slope, curvature float64) {
		d.each(func(i int, result float64, _ uint64) {
			e := score.Logistic(b * values[i])
			slope += values[i] * (result - e)
			curvature += values[i] * values[i] * e * (1 - e)
		})
		return slope, curvature
	})
	if !ok {
		return 0
	}
	return b
}

// compare tests the mean loss of each deal under two evaluations.
func (d *data) compare(old, new []float64) eval.Paired {
	type mean struct{ sum, n float64 }
	deals := map[uint64]mean{}
	d.each(func(i int, result float64, deal uint64) {
		m := deals[deal]
		deals[deal] = mean{m.sum + logLoss(new[i], result) - logLoss(old[i], result), m.n + 1}
	})
	var differences []float64
	for _, deal := range slices.Sorted(maps.Keys(deals)) {
		differences = append(differences, deals[deal].sum/deals[deal].n)
	}
	return eval.NewPaired(differences)
}
