package stats

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"jieqi/dataset/durable"
)

// Size of a chart; bars need more width the more there are.
const (
	chartWidth  = 18 * vg.Centimeter
	chartHeight = 11 * vg.Centimeter
	barWidth    = 0.4 * vg.Centimeter
)

// charts are what WritePlots draws, by the names of the files.
var charts = []struct {
	name string
	draw func(*Report) (*plot.Plot, error)
}{
	{"scores.svg", func(r *Report) (*plot.Plot, error) {
		return r.shares("Scores of the mover; the ends hold all beyond", "centipawns", "share of scored positions", func(g *Group) *Histogram { return &g.Scores })
	}},
	{"lengths.svg", func(r *Report) (*plot.Plot, error) {
		return r.shares("Length of games", "plies", "share of games", func(g *Group) *Histogram { return &g.Lengths })
	}},
	{"reveals.svg", func(r *Report) (*plot.Plot, error) {
		return r.shares("Pieces turned up in a game", "reveals", "share of games", func(g *Group) *Histogram { return &g.Reveals })
	}},
	{"luck.svg", func(r *Report) (*plot.Plot, error) {
		return r.shares("Luck of a reveal: the mover's expected score after it, less before", "thousandths", "share of reveals",
			func(g *Group) *Histogram { return &g.Luck.Spread })
	}},
	{"results.svg", (*Report).resultsChart},
	{"first-reveal.svg", (*Report).firstRevealChart},
	{"moves.svg", (*Report).movesChart},
	{"calibration.svg", (*Report).calibrationChart},
}

// WritePlots draws the report into SVG files of a folder, which is made if need be. Charts that are there are replaced.
func (r *Report) WritePlots(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("charts: %w", err)
	}
	for _, c := range charts {
		p, err := c.draw(r)
		if err != nil {
			return fmt.Errorf("chart %s: %w", c.name, err)
		}
		const labels, bars = 8, 3 // at most, of bars at a label those of one group
		drawn, err := p.WriterTo(max(chartWidth, labels*vg.Length(bars*len(r.Groups)+2)*barWidth), chartHeight, "svg")
		if err != nil {
			return fmt.Errorf("chart %s: %w", c.name, err)
		}
		if err := durable.Write(filepath.Join(dir, c.name), func(w io.Writer) error {
			_, err := drawn.WriteTo(w)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Chart returns the drawing that WritePlots puts into the file called name, for those who show it in a style of their own.
func (r *Report) Chart(name string) (*plot.Plot, error) {
	for _, c := range charts {
		if c.name == name {
			return c.draw(r)
		}
	}
	return nil, fmt.Errorf("no chart is called %q", name)
}

func newChart(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Y.Min = 0
	p.Legend.Top = true
	return p
}

// shares draws a histogram of each group as shares of all it counts.
func (r *Report) shares(title, x, y string, of func(*Group) *Histogram) (*plot.Plot, error) {
	p := newChart(title, x, y)
	var lines []any
	for _, g := range r.Groups {
		h := of(g)
		points := make(plotter.XYs, len(h.counts))
		for i, n := range h.counts {
			points[i] = plotter.XY{X: float64(h.from) + (float64(i)+0.5)*float64(h.width), Y: ratio(float64(n), h.n)}
		}
		lines = append(lines, g.Name, points)
	}
	return p, plotutil.AddLinePoints(p, lines...)
}

// calibrationChart draws the mean result over the score of each generator, and the fit that label scales are.
func (r *Report) calibrationChart() (*plot.Plot, error) {
	p := newChart("Calibration: games played to their end", "score of the mover, centipawns", "mean result of the mover")
	p.Legend.Left = true
	for i, scorer := range slices.Sorted(maps.Keys(r.LabelScales)) {
		scale := r.LabelScales[scorer]
		var seen, fitted plotter.XYs
		for _, b := range scale.Bins[1:max(1, len(scale.Bins)-1)] { // the ends reach too far to be drawn at one point
			x := float64(b.From+b.To) / 2
			seen = append(seen, plotter.XY{X: x, Y: b.Result})
			fitted = append(fitted, plotter.XY{X: x, Y: b.Fitted})
		}
		if len(seen) == 0 {
			continue
		}
		points, err := plotter.NewScatter(seen)
		if err != nil {
			return nil, err
		}
		line, err := plotter.NewLine(fitted)
		if err != nil {
			return nil, err
		}
		points.Color, line.Color = plotutil.Color(i), plotutil.Color(i)
		p.Add(points, line)
		p.Legend.Add(fmt.Sprintf("%s, K %.0f", scorer, scale.K), points, line)
	}
	return p, nil
}
