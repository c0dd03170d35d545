package revealprice

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Size of a chart.
const (
	chartWidth  = 18 * vg.Centimeter
	chartHeight = 11 * vg.Centimeter
)

// worst returns the reveal that the i-th method misprices most among those whose reference exceeds alpha; nil without any.
func (r *Report) worst(i int) *Audited {
	var found *Audited
	most := -1.0
	for j := range r.Audited {
		a := &r.Audited[j]
		p, ref := &a.Prices[i], a.True.points(a.Copies)
		if off := math.Abs(points(p.Value) - ref); p.Depth > 0 && ref > points(a.Alpha) && off > most {
			found, most = a, off
		}
	}
	return found
}

// chart draws how the i-th method priced a reveal: for each identity its chance, what it is worth and what it was
// counted as, beside the best other move, in points.
func (a *Audited) chart(i int) ([]byte, error) {
	p := plot.New()
	priced, ref := &a.Prices[i], a.True.points(a.Copies)
	p.Title.Text = fmt.Sprintf("%s by %v: %.1f, reference %.1f, best other move %s %.1f",
		a.Move, methods[i], points(priced.Value), ref, a.Other, points(a.Alpha))
	p.Y.Label.Text = "expected score, points"
	p.Legend.Top = true
	var total int32
	for _, n := range a.Copies {
		total += n
	}
	var labels []string
	var worth, counted plotter.XYs
	for k, letter := range a.Letters {
		labels = append(labels, fmt.Sprintf("%s %.0f %%", letter, 100*float64(a.Copies[k])/float64(total)))
		worth = append(worth, plotter.XY{X: float64(k) - 0.08, Y: points(a.True[k])})
		if v := priced.Counted[k]; v != nil {
			counted = append(counted, plotter.XY{X: float64(k) + 0.08, Y: points(*v)})
		}
	}
	p.NominalX(labels...)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(labels))-0.5, 0, 110
	p.Add(plotter.NewGrid())
	if err := addPoints(p, "true value", worth, 0); err != nil {
		return nil, err
	}
	if err := addPoints(p, "counted as", counted, 1); err != nil {
		return nil, err
	}
	alpha := plotter.NewFunction(func(float64) float64 { return points(a.Alpha) })
	alpha.Color, alpha.Dashes = color.Gray{90}, plotutil.Dashes(1)
	p.Add(alpha)
	p.Legend.Add("best other move", alpha)
	w, err := p.WriterTo(chartWidth, chartHeight, "svg")
	if err != nil {
		return nil, err
	}
	var svg bytes.Buffer
	_, err = w.WriteTo(&svg)
	return svg.Bytes(), err
}

func addPoints(p *plot.Plot, name string, points plotter.XYs, style int) error {
	if len(points) == 0 {
		return nil
	}
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.Color, s.Shape, s.Radius = plotutil.Color(style), draw.CircleGlyph{}, vg.Points(4)
	p.Add(s)
	p.Legend.Add(name, s)
	return nil
}
