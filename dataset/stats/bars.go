package stats

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"fmt"

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
	p.Y.Max *= 1.2 // room for the legend
	return nil
}

// label is that of bars of a group; with one group there is nothing to tell apart.
func (r *Report) label(g *Group, what string) string {
	if len(r.Groups) == 1 {
		return what
	}
	return what + "\n" + g.Name
}

// resultsChart draws who won the games that ended in each phase.
func (r *Report) resultsChart() (*plot.Plot, error) {
	p := newChart("Games by result, and by the face-down pieces left at their end", "face-down pieces", "share of games")
	var labels []string
	all := []series{{name: "red wins"}, {name: "draws"}, {name: "black wins"}}
	for _, g := range r.Groups {
		for _, phase := range g.Phases {
			labels = append(labels, r.label(g, fmt.Sprintf("%d-%d", phase.Least, phase.Most)))
			for i, n := range []uint64{phase.Ended.Red, phase.Ended.Draw, phase.Ended.Black} {
				all[i].values = append(all[i].values, ratio(float64(n), g.Games))
			}
		}
	}
	return p, addBars(p, labels, all)
}

// firstRevealChart draws what a side scores by the first piece that it turned up.
func (r *Report) firstRevealChart() (*plot.Plot, error) {
	p := newChart("Score of a side by the first piece that it turned up", "", "mean result of the side")
	var labels []string
	all := []series{{name: board.Red.String()}, {name: board.Black.String()}}
	for _, g := range r.Groups {
		for i, f := range g.FirstReveal {
			side := i / (len(g.FirstReveal) / board.NumColors)
			if side == 0 {
				labels = append(labels, r.label(g, f.Piece))
			}
			all[side].values = append(all[side].values, ratio(float64(f.Won)+float64(f.Drawn)/2, f.Games))
		}
	}
	return p, addBars(p, labels, all)
}

// movesChart draws which pieces move and take.
func (r *Report) movesChart() (*plot.Plot, error) {
	p := newChart("Moves by the kind of piece; face_down: reveals", "", "share of moves")
	var labels []string
	all := []series{{name: "moves"}, {name: "of them, take"}}
	for _, g := range r.Groups {
		for _, m := range g.Moves {
			labels = append(labels, r.label(g, m.Piece))
			all[0].values = append(all[0].values, ratio(float64(m.Moves), g.Positions))
			all[1].values = append(all[1].values, ratio(float64(m.Captures), g.Positions))
		}
	}
	return p, addBars(p, labels, all)
}
