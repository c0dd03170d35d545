package report

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/plot/plotter"

	"jieqi/dataset"
	"jieqi/trainer"
)

// Training draws a training: the loss on its samples and those on the validation deals, each on an axis of its own, so that it
// shows when one goes on falling and the other does not; what the target weighs and how fast it learns; and the
// label scales.
func Training(records []trainer.SuperbatchRecord, scales map[string]dataset.LabelScale) ([]Chart, error) {
	var trained, result, half, scored, lambda, rate plotter.XYs
	for _, r := range records {
		x := float64(r.Samples) / 1e6
		trained = append(trained, plotter.XY{X: x, Y: r.Loss})
		lambda = append(lambda, plotter.XY{X: x, Y: r.Lambda})
		rate = append(rate, plotter.XY{X: x, Y: 1000 * r.Rate})
		if v := r.Validation; v != nil {
			result = append(result, plotter.XY{X: x, Y: v.Loss0})
			half = append(half, plotter.XY{X: x, Y: v.Loss05})
			scored = append(scored, plotter.XY{X: x, Y: v.Loss1})
		}
	}
	const samples = "million samples"
	var charts []Chart
	for _, c := range []struct {
		title, y string
		zero     bool
		lines    []Line
	}{
		{"Loss on what it is trained on", "loss", false, []Line{{Name: "training, blended target", Points: trained}}},
		{"Loss on the validation deals, against scores", "loss", false, []Line{{Name: "score", Points: scored}}},
		{"Loss on the validation deals, against half and half", "loss", false, []Line{{}, {Name: "half score, half result", Points: half}}},
		{"Loss on the validation deals, against results", "loss", false, []Line{{}, {}, {Name: "result", Points: result}}},
		{"Weight of the score in the target, λ", "λ", true, []Line{{Name: "λ", Points: lambda}}},
		{"Learning rate", "thousandths", true, []Line{{Name: "rate", Points: rate}}},
	} {
		drawn, err := Curves(c.title, samples, c.y, c.zero, c.lines...)
		if err != nil {
			return nil, err
		}
		if drawn != nil {
			charts = append(charts, *drawn)
		}
	}
	for _, scorer := range slices.Sorted(maps.Keys(scales)) {
		c, err := scale(scorer, scales[scorer])
		if err != nil {
			return nil, err
		}
		if c != nil {
			charts = append(charts, *c)
		}
	}
	return charts, nil
}

// scale draws the mean result over the search's score, and the fitted label scale. The bins at the ends hold all beyond and
// have no place on the axis.
func scale(scorer string, s dataset.LabelScale) (*Chart, error) {
	var seen, fitted plotter.XYs
	for _, b := range s.Bins[min(1, len(s.Bins)):max(1, len(s.Bins)-1)] {
		x := float64(b.From+b.To) / 2
		seen = append(seen, plotter.XY{X: x, Y: b.Result})
		fitted = append(fitted, plotter.XY{X: x, Y: b.Fitted})
	}
	c, err := Curves(fmt.Sprintf("Label scale: %.0f centipawns are worth 73 %%", s.K), "score, centipawns", "mean result", true,
		Line{Name: "games", Points: seen, Dots: true}, Line{Name: "fit", Points: fitted})
	if c != nil {
		c.Note = "Scored by " + scorer + "."
	}
	return c, err
}
