package round

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"jieqi/dataset"
	"jieqi/trainer"
)

// Size of a plot in the report.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 9 * vg.Centimeter
)

// lossPlot draws the training loss and the validation losses of one round over the samples seen.
func lossPlot(records []trainer.SuperbatchRecord) (template.HTML, error) {
	p := newPlot("Squared error of the expected score", "million samples", "loss")
	var training, result, mean, scored plotter.XYs
	for _, r := range records {
		x := float64(r.Samples) / 1e6
		training = append(training, plotter.XY{X: x, Y: r.Loss})
		if v := r.Validation; v != nil {
			result = append(result, plotter.XY{X: x, Y: v.Loss0})
			mean = append(mean, plotter.XY{X: x, Y: v.Loss05})
			scored = append(scored, plotter.XY{X: x, Y: v.Loss1})
		}
	}
	if err := plotutil.AddLinePoints(p, "training, blended", training, "hold-out, result", result,
		"hold-out, half and half", mean, "hold-out, score", scored); err != nil {
		return "", fmt.Errorf("plot the losses: %w", err)
	}
	p.Legend.Top = true
	p.Y.Min = 0
	return svg(p)
}

// scalePlot draws the mean result over the search's score, and the fitted label scale.
func scalePlot(s dataset.LabelScale) (template.HTML, error) {
	p := newPlot(fmt.Sprintf("Label scale: a score of %.0f cp is worth 73 %%", s.K), "score, centipawns", "mean result")
	var seen, fitted plotter.XYs
	for _, b := range s.Bins {
		x := float64(b.From+b.To) / 2
		seen = append(seen, plotter.XY{X: x, Y: b.Result})
		fitted = append(fitted, plotter.XY{X: x, Y: b.Fitted})
	}
	points, err := plotter.NewScatter(seen)
	if err != nil {
		return "", fmt.Errorf("plot the label scale: %w", err)
	}
	line, err := plotter.NewLine(fitted)
	if err != nil {
		return "", fmt.Errorf("plot the label scale: %w", err)
	}
	line.Color = color.RGBA{R: 0xc0, A: 0xff}
	p.Add(points, line)
	p.Legend.Add("games", points)
	p.Legend.Add("fit", line)
	p.Legend.Top, p.Legend.Left = true, true
	return svg(p)
}

// ladderPlot draws the candidates' strength against their incumbents round by round, with 95 % intervals.
func ladderPlot(rounds []roundView) (template.HTML, error) {
	p := newPlot("Candidate against incumbent", "round", "Elo")
	var points elos
	for _, r := range rounds {
		if g := r.Gate; g != nil {
			e := g.Estimate
			points.XYs = append(points.XYs, plotter.XY{X: float64(r.Number), Y: e.Elo})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{e.Elo - e.EloLow, e.EloHigh - e.Elo})
		}
	}
	if len(points.XYs) == 0 {
		return "", nil
	}
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return "", fmt.Errorf("plot the ladder: %w", err)
	}
	bars, err := plotter.NewYErrorBars(points)
	if err != nil {
		return "", fmt.Errorf("plot the ladder: %w", err)
	}
	p.Add(scatter, bars, plotter.NewGrid())
	p.X.Min, p.X.Max = 0.5, float64(len(rounds))+0.5
	return svg(p)
}

// elos are points with intervals.
type elos struct {
	plotter.XYs
	plotter.YErrors
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	return p
}

// svg renders p for inlining in a page.
func svg(p *plot.Plot) (template.HTML, error) {
	w, err := p.WriterTo(plotWidth, plotHeight, "svg")
	if err != nil {
		return "", fmt.Errorf("draw a plot: %w", err)
	}
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return "", fmt.Errorf("draw a plot: %w", err)
	}
	if i := bytes.Index(b.Bytes(), []byte("<svg")); i > 0 {
		b.Next(i) // the XML declaration has no place inside a page
	}
	return template.HTML(b.String()), nil
}
