package tune

import (
	"bytes"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// Size of the picture.
const (
	plotWidth  = 24 * vg.Centimeter
	plotHeight = 16 * vg.Centimeter
)

// point is where the constants were after so many pairs.
type point struct {
	pairs int
	at    []float64
}

// plot draws how far each constant went, in shares of its range, as SVG.
func (r *Report) plot(trace []point) ([]byte, error) {
	p := plot.New()
	p.Title.Text = "Constants of the search, as they move"
	p.X.Label.Text, p.Y.Label.Text = "pairs", "per cent of the range, from the beginning"
	p.X.Max = float64(r.Planned)
	p.Legend.Left, p.Legend.Top = true, true
	p.Legend.TextStyle.Font.Size = vg.Points(7)
	var lines []any
	for _, row := range r.Rows {
		xys := plotter.XYs{{}}
		for _, pt := range trace {
			moved := 100 * (pt.at[row.column] - float64(row.From)) / float64(row.Range[1]-row.Range[0])
			xys = append(xys, plotter.XY{X: float64(pt.pairs), Y: moved})
		}
		lines = append(lines, row.Name, xys)
	}
	if err := plotutil.AddLines(p, lines...); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := p.WriterTo(plotWidth, plotHeight, "svg")
	if err != nil {
		return nil, err
	}
	_, err = w.WriteTo(&out)
	return out.Bytes(), err
}
