package revealprice

import (
	"math"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// near allows for points rounded to centipawns and back, close for rounding alone.
func near(a, b float64) bool { return math.Abs(a-b) < 0.1 }

func close(a, b float64) bool { return math.Abs(a-b) < 0.001 }

func TestEstimate(t *testing.T) {
	// Mean 2, deviation 1, t of two degrees of freedom 4.303: half an interval is 4.303/√3.
	if e := singly([]float64{1, 2, 3}); e.N != 3 || !close(e.Mean, 2) || !close(e.High, 4.484) || !close(e.Low, -0.484) || !close(e.RMS, 2.160) {
		t.Errorf("%+v", e)
	}
	// Values that repeat within their clusters say no more than the clusters.
	one := singly([]float64{1, 2, 3})
	many := estimate([][]float64{{1, 1}, {2, 2}, nil, {3, 3}})
	if many.N != 6 || !close(many.High, one.High) || !close(many.Mean, one.Mean) {
		t.Errorf("clusters %+v, singly %+v", many, one)
	}
	if e := singly(nil); e != (Estimate{}) {
		t.Errorf("nothing gives %+v", e)
	}
	if e := singly([]float64{5}); e != (Estimate{1, 5, 5, 5, 5}) {
		t.Errorf("one value gives %+v", e)
	}
}

// cp is the value of so many points.
func cp(points float64) score.Value { return score.Prob(points / 100 * float64(score.One)).Value() }

// example is the reveal of a textbook: half chariot worth 60 points, half soldier worth 10, other move 40.
// counted is what the first method takes the soldier for.
func example(i int, counted, alpha float64) Audited {
	soldier, chariot := cp(counted), cp(60)
	a := Audited{Reveal: i, Letters: []string{"R", "P"}, Copies: []int32{1, 1}, Alpha: cp(alpha), True: Reference{cp(60), cp(10)}}
	a.Prices = append(a.Prices, Priced{Value: cp((60 + counted) / 2), Depth: 4, Nodes: 10, Counted: []*score.Value{&chariot, &soldier}})
	for range len(methods) - 1 {
		a.Prices = append(a.Prices, Priced{Value: cp(35), Depth: 4, Nodes: 20, Counted: []*score.Value{&chariot, nil}})
	}
	return a
}

func TestReport(t *testing.T) {
	cfg := Config{Depth: 4, Reveals: 3, Search: search.Main}
	list := []Audited{example(0, 40, 40), example(1, 40, 30), example(2, 10, 30)}
	list[2].Prices[2].Depth = 3
	list[2].Small = Reference{cp(60), cp(20)}
	r := newReport(cfg, list)
	bound, shallow := &r.Methods[0], &r.Methods[1]
	if bound.N != 2 || !near(bound.Mean, 7.5) || bound.Above.N != 3 || !near(bound.Above.Mean, 10) || bound.FailLow.N != 0 {
		t.Errorf("bound %+v", bound)
	}
	if bound.Taken != 1 || bound.Missed != 0 || !near(bound.Regret.Mean, 5./3) {
		t.Errorf("bound regrets %+v", bound)
	}
	if !near(bound.Below.Mean, 10) || !near(bound.Beyond.Mean, 0) || !near(bound.FailHard.Mean, (15.+15+10)/3) {
		t.Errorf("bound's identities %+v", bound)
	}
	if shallow.N != 2 || !near(shallow.Mean, 0) || shallow.FailLow.N != 1 || shallow.Taken != 0 || shallow.Below.N != 0 || shallow.Work != 2 {
		t.Errorf("shallow %+v", shallow)
	}
	if bound.Finished != 3 || r.Methods[2].Finished != 2 || bound.Common != 3 || r.Methods[2].Common != 2 || !near(r.Methods[2].Depth, 11./3) {
		t.Errorf("finished %+v", r.Methods)
	}
	if r.Floor[0].N != 1 || !near(r.Floor[0].Mean, -5) || r.Floor[1].N != 0 {
		t.Errorf("floor %+v", r.Floor)
	}
	text := r.Table()
	for _, want := range []string{"| `bound` | 2 | +7.5", "| `bound` | 3 | 1 | 0 | +1.", "| `star1` | 2 | 3.7 | 2 | 2.000 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if a := r.worst(0); a == nil || a.Reveal != 1 {
		t.Errorf("worst of bound: %+v", a)
	}
	if svg, err := list[1].chart(0); err != nil || !strings.Contains(string(svg), "best other move") {
		t.Errorf("chart: error %v", err)
	}
	if r := newReport(cfg, nil); !strings.Contains(r.Table(), "0 of 3 reveals") || r.worst(0) != nil {
		t.Errorf("nothing audited: %s", r.Table())
	}
}

// TestDrifts follows a game of five plies that Red wins: an opening, a reveal of each side, and two other moves.
func TestDrifts(t *testing.T) {
	g := dataset.Game{Result: rules.RedWins, Plies: []dataset.Ply{
		{Flags: dataset.Random | dataset.Unscored | dataset.Reveal},
		{Flags: dataset.Reveal, Score: cp(30)},
		{Flags: dataset.Reveal, Score: cp(60)},
		{Score: cp(20)},
		{Score: cp(90)},
	}}
	reveals, others := drifts(&g)
	if len(reveals) != 2 || len(others) != 2 || math.Abs(reveals[0]+10) > 0.3 || math.Abs(reveals[1]-30) > 0.3 ||
		math.Abs(others[0]+20) > 0.3 || math.Abs(others[1]-10) > 0.3 {
		t.Errorf("reveals %v, others %v", reveals, others)
	}
	if mover(1) != board.Black {
		t.Error("Black has the odd plies")
	}
}
