package wire

import (
	"encoding/json"
	"testing"

	"jieqi/cmd/internal/spec"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

func TestScores(t *testing.T) {
	for want, v := range map[string]score.Value{`{"cp":0}`: 0, `{"cp":-35}`: -35, `{"mate":3}`: score.MateIn(5), `{"mate":-3}`: score.MatedIn(6)} {
		if got, err := json.Marshal(ScoreOf(v)); err != nil || string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLines searches a position in which every move is a reveal: the odds of each line add up, and its score lies between
// the outcomes.
func TestLines(t *testing.T) {
	f, err := spec.Load("hce")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	s, lines := search.New(f.New, search.Main, 1), 0
	s.Search(t.Context(), g, rules.Limits{Nodes: 20000, MultiPV: 3}, func(i search.Info) {
		l := LineOf(i, g.Position())
		lines++
		copies, low, high := 0, 1.0, 0.0
		for _, o := range l.Outcomes {
			copies += o.Copies
			low, high = min(low, o.Expected), max(high, o.Expected)
		}
		if len(l.Outcomes) > 0 && (copies != 15 || l.Expected < low || l.Expected > high) {
			t.Errorf("%+v", l)
		}
		if len(l.PV) == 0 || l.Depth != i.Depth {
			t.Errorf("%+v", l)
		}
	})
	m := board.MakeMove(27, 36) // a3a4
	p := PriceOf(s.Price(t.Context(), g, m, -score.Infinity, rules.Limits{Depth: 3}), m, g.Position())
	if lines < 6 || p.Move != "a3a4" || len(p.Outcomes) != 6 || p.Outcomes[0].Piece != "P" {
		t.Errorf("%d lines, %+v", lines, p)
	}
}

func TestExplain(t *testing.T) {
	f, err := spec.Load("hce")
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParseFEN("3k5/9/9/9/4R4/9/9/9/9/5K3 b - 4 30")
	if err != nil {
		t.Fatal(err)
	}
	x := Explain(f, p)
	if len(x.Worth) != 1 || x.Worth[0].Point != "e5" || x.Worth[0].CP <= 0 || x.Expected >= 0.5 || len(x.Terms) != 8 || len(x.Legal) != p.CountLegal() {
		t.Errorf("%+v", x)
	}
	sum := 0
	for _, term := range x.Terms {
		sum += term.CP
	}
	if want := -*x.Score.CP; sum < want-8 || sum > want+8 {
		t.Errorf("the terms add up to %d, the value for Red is %d", sum, want)
	}
}
