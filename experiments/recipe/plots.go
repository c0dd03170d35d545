package recipe

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"jieqi/trainer"
)

// Size of a plot.
const (
	plotWidth  = 20 * vg.Centimeter
	plotHeight = 12 * vg.Centimeter
)

// Plot is a drawing of a report.
type Plot struct {
	Name string // of its file, such as "elo.svg"
	SVG  []byte
}

// Plots draws the report and the learning curves of its rows; what there is nothing of yet is left out.
func (s *Study) Plots(r *Report) ([]Plot, error) {
	var plots []Plot
	add := func(name string, p *plot.Plot, err error) error {
		if p == nil || err != nil {
			return err
		}
		drawn, err := svg(p)
		plots = append(plots, Plot{name + ".svg", drawn})
		return err
	}
	for i, loss := range lossNames {
		p, err := r.lossPlot(i)
		if err := add("elo-"+loss, p, err); err != nil {
			return nil, fmt.Errorf("plot Elo over the loss: %w", err)
		}
	}
	p, err := r.eloPlot()
	if err := add("elo", p, err); err != nil {
		return nil, fmt.Errorf("plot Elo: %w", err)
	}
	p, err = s.curvesPlot()
	if err := add("curves", p, err); err != nil {
		return nil, fmt.Errorf("plot the learning curves: %w", err)
	}
	return plots, nil
}

// lossPlot draws Elo over a loss, a colour for each match; nil without any point.
func (r *Report) lossPlot(loss int) (*plot.Plot, error) {
	p := newPlot("A point is a row with a seed", "loss against "+lossNames[loss], "Elo")
	var series []any
	for i := range r.Matches {
		var points plotter.XYs
		for _, l := range r.Lines {
			if l.Losses != nil && l.Results[i] != nil {
				points = append(points, plotter.XY{X: l.Losses.byName()[loss], Y: l.Results[i].Estimate.Elo})
			}
		}
		if len(points) > 0 {
			series = append(series, r.Matches[i].title(), points)
		}
	}
	if len(series) == 0 {
		return nil, nil
	}
	err := plotutil.AddScatters(p, series...)
	p.Y.Max = aboveAll(p)
	return p, err
}

func (m *MatchFacts) title() string { return fmt.Sprintf("%s, %d nodes", m.Opponent, m.Nodes) }

// bars are points with intervals.
type bars struct {
	plotter.XYs
	plotter.YErrors
}

// eloPlot draws the Elo of each line with its 95 % interval, a colour for each match.
func (r *Report) eloPlot() (*plot.Plot, error) {
	p := newPlot("95 % intervals", "", "Elo")
	drawn := false
	for i := range r.Matches {
		var points bars
		for n, l := range r.Lines {
			if s := l.Results[i]; s != nil {
				e := s.Estimate
				points.XYs = append(points.XYs, plotter.XY{X: float64(n) + 0.1*float64(i), Y: e.Elo})
				points.YErrors = append(points.YErrors, struct{ Low, High float64 }{e.Elo - e.EloLow, e.EloHigh - e.Elo})
			}
		}
		if len(points.XYs) == 0 {
			continue
		}
		drawn = true
		if err := addBars(p, r.Matches[i].title(), points, i); err != nil {
			return nil, err
		}
	}
	if !drawn {
		return nil, nil
	}
	var labels []string
	for _, l := range r.Lines {
		labels = append(labels, l.title())
	}
	p.NominalX(labels...)
	p.X.Tick.Label.Rotation = 0.6
	p.X.Tick.Label.XAlign = -1
	p.X.Min, p.X.Max, p.Y.Max = -0.5, float64(len(labels))-0.5, aboveAll(p)
	return p, nil
}

// aboveAll returns an upper end of the vertical axis that leaves room for the legend.
func aboveAll(p *plot.Plot) float64 { return p.Y.Max + 0.2*(p.Y.Max-p.Y.Min) }

func addBars(p *plot.Plot, name string, points bars, colour int) error {
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	errors, err := plotter.NewYErrorBars(points)
	if err != nil {
		return err
	}
	scatter.Color, errors.Color = plotutil.Color(colour), plotutil.Color(colour)
	p.Add(scatter, errors)
	p.Legend.Add(name, scatter)
	return nil
}

// title is the line's name in plots.
func (l *Line) title() string { return fmt.Sprintf("%s/%d", l.Row, l.Seed) }

// curvesPlot draws the validation losses of the trainings that are done over the samples they have seen.
func (s *Study) curvesPlot() (*plot.Plot, error) {
	p := newPlot("Validation on the row's own games, score and result half and half", "million samples", "loss")
	var series []any
	for _, r := range s.runs {
		if r.trained == nil || len(r.mean) > 0 {
			continue
		}
		folder, err := s.fileOf(s.trainStage(r), "")
		if err != nil {
			return nil, err
		}
		_, records, err := trainer.ReadLog(folder)
		if err != nil {
			return nil, err
		}
		var points plotter.XYs
		for i := range records {
			if v := records[i].Validation; v != nil {
				points = append(points, plotter.XY{X: float64(records[i].Samples) / 1e6, Y: v.Loss05})
			}
		}
		if len(points) > 0 {
			series = append(series, fmt.Sprintf("%s/%d", r.row.Name, r.seed), points)
		}
	}
	if len(series) == 0 {
		return nil, nil
	}
	return p, plotutil.AddLines(p, series...)
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	return p
}

func svg(p *plot.Plot) ([]byte, error) {
	w, err := p.WriterTo(plotWidth, plotHeight, "svg")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	return b.Bytes(), err
}
