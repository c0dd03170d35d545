package stats

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"jieqi/engine/board"
)

// series is bars of one colour, one at each label.
type series struct {
	name   string
	values plotter.Values
}

// addBars draws series side by side.
func addBars(p *plot.Plot, labels []string, all []series) error {
	for i, s := range all {
		bars, err := plotter.NewBarChart(s.values, barWidth)
		if err != nil {
			return err
		}
		bars.Color, bars.LineStyle.Width = plotutil.Color(i), 0
		bars.Offset = barWidth * vg.Length(2*i+1-len(all)) / 2
		p.Add(bars)
		p.Legend.Add(s.name, bars)
	}
	p.NominalX(labels...)
	p.Y.Max *= 1.1 + 0.08*float64(len(all)) // room for the legend
	return nil
}

// name is that of bars of a group; with one group there is nothing to tell apart.
func (r *Report) name(g *Group, what string) string {
	if len(r.Groups) == 1 {
		return what
	}
	return what + ", " + g.Name
}

// resultsChart draws who won the games that ended in each phase.
func (r *Report) resultsChart() (*plot.Plot, error) {
	p := newChart("Games by result, and by the face-down pieces left at their end", "face-down pieces", "share of games")
	var labels []string
	var all []series
	for _, g := range r.Groups {
		red, draws, black := series{name: r.name(g, "red wins")}, series{name: r.name(g, "draws")}, series{name: r.name(g, "black wins")}
		labels = nil
		for _, phase := range g.Phases {
			labels = append(labels, fmt.Sprintf("%d-%d", phase.Least, phase.Most))
			red.values = append(red.values, ratio(float64(phase.Ended.Red), g.Games))
			draws.values = append(draws.values, ratio(float64(phase.Ended.Draw), g.Games))
			black.values = append(black.values, ratio(float64(phase.Ended.Black), g.Games))
		}
		all = append(all, red, draws, black)
	}
	return p, addBars(p, labels, all)
}

// firstRevealChart draws what a side scores by the first piece that it turned up.
func (r *Report) firstRevealChart() (*plot.Plot, error) {
	p := newChart("Score of a side by the first piece that it turned up", "", "mean result of the side")
	var labels []string
	var all []series
	for _, g := range r.Groups {
		labels = nil
		sides := [board.NumColors]series{{name: r.name(g, "red")}, {name: r.name(g, "black")}}
		for i, f := range g.FirstReveal {
			side := i / (len(g.FirstReveal) / board.NumColors)
			if side == 0 {
				labels = append(labels, f.Piece)
			}
			sides[side].values = append(sides[side].values, ratio(float64(f.Won)+float64(f.Drawn)/2, f.Games))
		}
		all = append(all, sides[:]...)
	}
	return p, addBars(p, labels, all)
}

// movesChart draws which pieces move and take.
func (r *Report) movesChart() (*plot.Plot, error) {
	p := newChart("Moves by the kind of piece; face_down: reveals", "", "share of moves")
	var labels []string
	var all []series
	for _, g := range r.Groups {
		moves, takes := series{name: r.name(g, "moves")}, series{name: r.name(g, "of them, take")}
		labels = nil
		for _, m := range g.Moves {
			labels = append(labels, m.Piece)
			moves.values = append(moves.values, ratio(float64(m.Moves), g.Positions))
			takes.values = append(takes.values, ratio(float64(m.Captures), g.Positions))
		}
		all = append(all, moves, takes)
	}
	return p, addBars(p, labels, all)
}
