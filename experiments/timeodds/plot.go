package timeodds

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Size of the chart.
const (
	plotWidth  = 18 * vg.Centimeter
	plotHeight = 11 * vg.Centimeter
)

// plot draws Elo with its interval over the time a move, on a logarithmic axis, as SVG.
func (r *Report) plot() ([]byte, error) {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s against %s", r.A, r.B)
	p.X.Label.Text, p.Y.Label.Text = "milliseconds a move", "Elo, 95 % interval"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Add(plotter.NewGrid())
	points := plotter.YErrors{}
	at := plotter.XYs{}
	for _, row := range r.Rows {
		e := row.Estimate
		at = append(at, plotter.XY{X: float64(row.MoveTimeMS), Y: e.Elo})
		points = append(points, struct{ Low, High float64 }{e.Elo - e.EloLow, e.EloHigh - e.Elo})
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, points})
	if err != nil {
		return nil, err
	}
	line, dots, err := plotter.NewLinePoints(at)
	if err != nil {
		return nil, err
	}
	p.Add(bars, line, dots)
	p.X.Min, p.X.Max = p.X.Min/1.5, p.X.Max*1.5 // a logarithmic axis of one point has no length
	var out bytes.Buffer
	w, err := p.WriterTo(plotWidth, plotHeight, "svg")
	if err != nil {
		return nil, err
	}
	_, err = w.WriteTo(&out)
	return out.Bytes(), err
}
