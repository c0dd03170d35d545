package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"jieqi/dataset"
	"jieqi/engine/rules"
	"jieqi/eval"
	"jieqi/eval/gate"
	"jieqi/trainer"
)

// hostile is what a phrase may be.
const hostile = `</title><script>alert(1)</script>"'&`

func full(t *testing.T) *Page {
	t.Helper()
	estimate := eval.Estimate{Pairs: 200, Score: 0.57, Elo: 50, EloLow: 17, EloHigh: 83}
	ladder, err := Ladder(hostile, []Try{
		{Round: 1, Candidate: "a", Incumbent: hostile, Estimate: estimate, Promoted: true},
		{Round: 2, Candidate: "b", Incumbent: "a", Estimate: estimate},
	}, []Measured{{Round: 1, Champion: "a", Opponent: "hce", Nodes: 800, Estimate: estimate}})
	if err != nil {
		t.Fatal(err)
	}
	var records []trainer.SuperbatchRecord
	for i := range 5 {
		records = append(records, trainer.SuperbatchRecord{
			Samples: int64(i+1) * 1e6, Loss: 0.01 / float64(i+1), Lambda: 1, Rate: 1e-3,
			Validation: &trainer.Validation{Loss0: 0.16, Loss05: 0.04, Loss1: 0.006},
		})
	}
	bins := []dataset.ScaleBin{{From: -10000, To: -100, Result: 0.1}, {From: -100, To: 0, Result: 0.4, Fitted: 0.42}, {From: 0, To: 100, Result: 0.6, Fitted: 0.58}, {From: 100, To: 10000, Result: 0.9}}
	training, err := Training(records, map[string]dataset.LabelScale{"hce": {K: 139, Bins: bins}})
	if err != nil {
		t.Fatal(err)
	}
	game, err := NewGame(hostile, "red wins", rules.Tiantian, []string{"a3a4N", "a6a5p"}, []string{"", ", expected score 0.50"})
	if err != nil {
		t.Fatal(err)
	}
	return &Page{
		Title: hostile, Preset: "quick", Rules: "tiantian", First: hostile, Champion: "a", Charts: ladder, Games: []Game{game},
		Rounds: []Round{{
			Number: 1, Champion: hostile, Charts: training, Refused: hostile, GateWords: []string{"words"},
			Network: &Network{Name: "a", Facts: []Fact{{"file", hostile}}, Text: hostile}, Stages: []Stage{{"selfplay", 3e9}},
		}},
		Next: []string{"jieqi round run"}, Again: []string{hostile}, Config: hostile, Changes: []Change{{2, "window", hostile}},
	}
}

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPagesAreWholeAndFetchNothing(t *testing.T) {
	begun := &Page{Title: "begun", Live: true, Now: "At work on round 1: selfplay.", Rounds: []Round{{Number: 1, Champion: "hce"}}}
	for name, p := range map[string]*Page{"full": full(t), "begun": begun, "nothing": {Title: "nothing"}} {
		page := written(t, p)
		if strings.Contains(page, "<script>alert") {
			t.Errorf("%s: text of the run is not escaped", name)
		}
		for _, section := range []string{"<h2>Ladder</h2>", "<h2>What next</h2>", "<h2>How to make it again</h2>"} {
			if !strings.Contains(page, section) {
				t.Errorf("%s: no %s", name, section)
			}
		}
		for _, address := range regexp.MustCompile(`https?://[^"' >]*`).FindAllString(page, -1) {
			if !strings.HasPrefix(address, "http://www.w3.org/") { // a name, which nobody asks for
				t.Errorf("%s: the page names %s", name, address)
			}
		}
		if refreshed := strings.Contains(page, `http-equiv="refresh"`); refreshed != p.Live {
			t.Errorf("%s: asks for itself again: %v", name, refreshed)
		}
		if again := written(t, p); again != page {
			t.Errorf("%s: other bytes the second time", name)
		}
	}
}

func TestChartsAreXML(t *testing.T) {
	p := full(t)
	charts := append(p.Charts, p.Rounds[0].Charts...)
	if len(p.Charts) != 3 || len(p.Rounds[0].Charts) != 7 {
		t.Errorf("%d and %d charts", len(p.Charts), len(p.Rounds[0].Charts))
	}
	for _, c := range charts {
		if len(c.Legend) == 0 {
			t.Errorf("%s: no legend", c.Title)
		}
		for d := xml.NewDecoder(strings.NewReader(string(c.SVG))); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", c.Title, err)
				break
			}
		}
	}
	none, err := Curves("nothing", "x", "y", true, Line{Name: "empty"})
	if none != nil || err != nil {
		t.Errorf("a chart of nothing: %v, error %v", none, err)
	}
	one, err := Curves("one", "x", "y", false, Line{Name: "one", Points: plotter.XYs{{X: 1, Y: 1}}})
	if one == nil || err != nil {
		t.Errorf("a chart of one point: %v, error %v", one, err)
	}
}

// TestLadderAddsUp asks for the sum of two promotions and for an interval of √2 times theirs.
func TestLadderAddsUp(t *testing.T) {
	e := eval.Estimate{Elo: 50, EloLow: 20, EloHigh: 80}
	bars := climb([]Try{{Round: 1, Estimate: e, Promoted: true}, {Round: 2, Estimate: e}, {Round: 3, Estimate: e, Promoted: true}})
	if len(bars) != 2 || bars[1].At != 3 || bars[1].Value != 100 || bars[1].High < 142 || bars[1].High > 143 {
		t.Errorf("%+v", bars)
	}
}

func TestGateWords(t *testing.T) {
	words := GateWords(gate.ErrorRates{Elo: []float64{0, 30}, MeanT: []float64{0, -2}, Promote: [][]float64{{0.01, 0.0002}, {0.5, 0.94}}})
	want := []string{"1 of 100 tries", "none of 1000 tries", "94 of 100 tries"}
	if len(words) != len(want) {
		t.Fatalf("%q", words)
	}
	for i := range want {
		if !strings.Contains(words[i], want[i]) {
			t.Errorf("%q lacks %q", words[i], want[i])
		}
	}
	if words := GateWords(gate.ErrorRates{}); len(words) != 0 {
		t.Errorf("of nothing: %q", words)
	}
}

func TestGamesThatAreNone(t *testing.T) {
	if _, err := NewGame("", "", rules.Tiantian, []string{"a0a9"}, []string{""}); err == nil {
		t.Error("an illegal move was taken")
	}
	if _, err := NewGame("", "", rules.Tiantian, []string{"a3a4N"}, nil); err == nil {
		t.Error("a game without scores was taken")
	}
}
