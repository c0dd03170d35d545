package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"regexp"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Chart is a drawing with its legend beside it.
type Chart struct {
	Title  string
	SVG    template.HTML
	Legend []Key
	Note   string // what to know about it, if there is more than its title
}

// Key is a line of a legend.
type Key struct{ Name, Colour string }

// Size of a chart: as wide as a phone, so that its letters are as large there as elsewhere.
const (
	chartWidth  = 9.2 * vg.Centimeter
	chartHeight = 6.2 * vg.Centimeter
)

// palette are colours that colour-blind readers tell apart, on light and on dark (Okabe and Ito 2008).
var palette = []color.RGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, {R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, {R: 0x00, G: 0x9e, B: 0x73, A: 0xff},
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, {R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, {R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
}

func colourOf(i int) color.RGBA { return palette[i%len(palette)] }

func (k *Key) paint(c color.RGBA) { k.Colour = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Line is a curve of a chart.
type Line struct {
	Name   string
	Points plotter.XYs
	Dots   bool // points instead of a curve
}

// newPlot returns an empty plot in the report's style.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	style(p)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{Y: 0x99}, color.Gray{Y: 0x99}
	grid.Horizontal.Width, grid.Vertical.Width = vg.Points(0.3), vg.Points(0.3)
	p.Add(grid)
	return p
}

// style gives a plot the size of letters and the missing background that it has in a page.
func style(p *plot.Plot) {
	p.BackgroundColor = nil
	for _, f := range []*font.Font{&p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font} {
		f.Size = 9
	}
}

// Restyle draws a plot that somebody else has made: without its title, which is the caption's, and without a legend
// of one line.
func Restyle(p *plot.Plot, legend bool) ([]byte, error) {
	style(p)
	p.Title.Text = ""
	if !legend {
		p.Legend = plot.NewLegend()
	}
	return svg(p)
}

// Curves draws lines over one horizontal axis; lines without points are left out, and without any there is no chart. Where
// fromZero is set, the vertical axis begins at 0.
func Curves(title, x, y string, fromZero bool, lines ...Line) (*Chart, error) {
	p := newPlot(x, y)
	c := &Chart{Title: title}
	for i, l := range lines {
		if len(l.Points) == 0 {
			continue
		}
		colour := colourOf(i)
		if l.Dots {
			s, err := plotter.NewScatter(l.Points)
			if err != nil {
				return nil, fmt.Errorf("chart %q: %w", title, err)
			}
			s.Color = colour
			p.Add(s)
		} else {
			s, err := plotter.NewLine(l.Points)
			if err != nil {
				return nil, fmt.Errorf("chart %q: %w", title, err)
			}
			s.Color, s.Width = colour, vg.Points(1.6)
			p.Add(s)
		}
		key := Key{Name: l.Name}
		key.paint(colour)
		c.Legend = append(c.Legend, key)
	}
	if len(c.Legend) == 0 {
		return nil, nil
	}
	if fromZero {
		p.Y.Min = 0
	}
	return c, c.draw(p)
}

// Bar is a value with its 95 % interval.
type Bar struct {
	At, Value float64
	Low, High float64
}

// Intervals draws values with their intervals at whole places of the horizontal axis, those of one series in one colour.
func Intervals(title, x, y string, series map[string][]Bar, order []string) (*Chart, error) {
	p := newPlot(x, y)
	c := &Chart{Title: title}
	last := 1.0
	for i, name := range order {
		bars := series[name]
		if len(bars) == 0 {
			continue
		}
		points := intervals{}
		for _, b := range bars {
			points.XYs = append(points.XYs, plotter.XY{X: b.At, Y: b.Value})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{b.Value - b.Low, b.High - b.Value})
			last = max(last, b.At)
		}
		scatter, err := plotter.NewScatter(points)
		if err != nil {
			return nil, fmt.Errorf("chart %q: %w", title, err)
		}
		whiskers, err := plotter.NewYErrorBars(points)
		if err != nil {
			return nil, fmt.Errorf("chart %q: %w", title, err)
		}
		scatter.Color, whiskers.Color = colourOf(i), colourOf(i)
		p.Add(scatter, whiskers)
		key := Key{Name: name}
		key.paint(colourOf(i))
		c.Legend = append(c.Legend, key)
	}
	if len(c.Legend) == 0 {
		return nil, nil
	}
	p.X.Min, p.X.Max = 0.5, last+0.5
	p.X.Tick.Marker = wholes{}
	return c, c.draw(p)
}

// intervals are points with intervals.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

// wholes puts ticks at whole numbers.
type wholes struct{}

// Ticks implements plot.Ticker.
func (wholes) Ticks(low, high float64) (ticks []plot.Tick) {
	every := max(1, int(high-low)/10)
	for x := int(low) + 1; float64(x) <= high; x += every {
		ticks = append(ticks, plot.Tick{Value: float64(x), Label: fmt.Sprint(x)})
	}
	return ticks
}

// draw renders p into the chart.
func (c *Chart) draw(p *plot.Plot) error {
	drawn, err := svg(p)
	if err != nil {
		return fmt.Errorf("chart %q: %w", c.Title, err)
	}
	c.SVG = Inline(drawn)
	return nil
}

func svg(p *plot.Plot) ([]byte, error) {
	w, err := p.WriterTo(chartWidth, chartHeight, "svg")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	return b.Bytes(), err
}

// black is how drawings name the colour of text and axes.
var black = regexp.MustCompile(`(fill|stroke):#000000`)

// Inline makes a drawing part of a page: its black takes the colour of the page's text.
func Inline(svg []byte) template.HTML {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		svg = svg[i:] // the XML declaration has no place inside a page
	}
	return template.HTML(black.ReplaceAll(svg, []byte("$1:currentColor")))
}
