package inspect

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
	"jieqi/nnue/features"
)

// testModels returns parameters with a dead and a full neuron, and the network made of them.
func testModels(t *testing.T) (float, integer *Model) {
	t.Helper()
	p := nnue.NewParams(1)
	for i := range nnue.Inputs {
		p.L0[i*nnue.Width+3], p.L0[i*nnue.Width+7] = 0, 0
	}
	p.B0[3], p.B0[7] = -0.5, 1.25
	from := nnue.Provenance{Run: "test", Parents: []string{"jq-a", "hce"}, Seed: 1, Notes: map[string]string{"x": "y"}}
	p.Lineage = lineage.None().With(lineage.New([]string{"p"}, []string{"s"}, 20, 30))
	float, err := OfParams(p, from)
	if err != nil {
		t.Fatal(err)
	}
	n, err := nnue.Quantize(p, nnue.DefaultScales(), from)
	if err != nil {
		t.Fatal(err)
	}
	return float, OfNetwork(n)
}

func testSample(t *testing.T, n int) Sample {
	t.Helper()
	s, err := RandomPlay("test", n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRandomPlay asks for the same positions again, for a longer list that begins with the shorter one, and for both
// sides to move.
func TestRandomPlay(t *testing.T) {
	short, long := testSample(t, 50), testSample(t, 120)
	sides := map[string]int{}
	for i, p := range long.Positions {
		if i < len(short.Positions) && p.Key() != short.Positions[i].Key() {
			t.Fatalf("position %d differs", i)
		}
		sides[p.Side().String()]++
	}
	if len(short.Positions) != 50 || len(long.Positions) != 120 || sides["red"] < 30 || sides["black"] < 30 {
		t.Errorf("%d and %d positions, %v to move", len(short.Positions), len(long.Positions), sides)
	}
	other, err := RandomPlay("another", 50)
	if err != nil || other.Positions[1].Key() == short.Positions[1].Key() && other.Positions[2].Key() == short.Positions[2].Key() {
		t.Errorf("another phrase gives the same positions, error %v", err)
	}
	if none := testSample(t, 0); len(none.Positions) != 0 {
		t.Error("positions where none were asked for")
	}
}

func TestShowFindsDeadNeurons(t *testing.T) {
	float, integer := testModels(t)
	sample := testSample(t, 60)
	for _, m := range []*Model{float, integer} {
		r := Show(m, sample)
		n := r.Layers[0].Neurons
		if !slices.Equal(n.DeadByWeights, []int{3}) || !slices.Equal(n.FullByWeights, []int{7}) {
			t.Errorf("%s: by weights dead %v, full %v", m.Name, n.DeadByWeights, n.FullByWeights)
		}
		if !slices.Contains(n.Dead, 3) || !slices.Contains(n.Full, 7) || n.ZeroShare < 1.0/256 || n.FullShare < 1.0/256 || n.ZeroShare+n.FullShare > 1 {
			t.Errorf("%s: on positions %+v", m.Name, n)
		}
		if r.Positions != 60 || len(r.Layers) != 4 || r.Layers[3].Neurons != nil || len(r.Inputs) != 18 {
			t.Errorf("%s: %+v", m.Name, r)
		}
		if (r.Cost != nil) != (m.Network != nil) || (r.Scales != nil) != (m.Network != nil) {
			t.Errorf("%s: cost %v, scales %v", m.Name, r.Cost, r.Scales)
		}
	}
	if cost := Show(integer, sample).Cost; cost.Move <= 0 || cost.Anew <= 0 || cost.Kernel != nnue.Kernel() {
		t.Errorf("%+v", cost)
	}
	if cost := Show(integer).Cost; cost != nil {
		t.Errorf("%+v without a position", cost)
	}
}

// TestBothFormsSayTheSame compares what is told of parameters and of the network made of them.
func TestBothFormsSayTheSame(t *testing.T) {
	float, integer := testModels(t)
	sample := testSample(t, 40)
	a, b := Show(float, sample), Show(integer, sample)
	if diff := cmp.Diff(a.Provenance, b.Provenance); diff != "" {
		t.Error(diff)
	}
	for i := range a.Layers {
		x, y := a.Layers[i].Weights, b.Layers[i].Weights
		if x.Count != y.Count || math.Abs(x.Mean-y.Mean) > 0.01 || y.Limit == 0 || x.Limit != 0 || y.Max > y.Limit {
			t.Errorf("%s: %+v and %+v", a.Layers[i].Name, x, y)
		}
	}
	for i, g := range a.Inputs {
		if h := b.Inputs[i]; g.Inputs != h.Inputs || math.Abs(g.Strength-h.Strength) > 0.01 {
			t.Errorf("%+v and %+v", g, h)
		}
	}
}

func TestShowText(t *testing.T) {
	float, integer := testModels(t)
	text := Show(integer, testSample(t, 20)).Text()
	for _, want := range []string{integer.Name, "dense1 256", "parents jq-a, hce", "run test", `note "x": "y"`, "l0.weight", "1 (3)", "1 (7)",
		`trained on deals of ["p"], split by ["s"]: withheld for the gate 20, for validation 30 of 1000`, "enemy  pool", "after a move"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	float.Provenance.Lineage = lineage.Lineage{}
	if text = Show(float, testSample(t, 5)).Text(); !strings.Contains(text, "does not say what it was trained on") || strings.Contains(text, "scales") {
		t.Errorf("parameters:\n%s", text)
	}
	if some([]int{1, 2, 3, 4, 5}) != "5 (1 2 3 4 …)" {
		t.Error(some([]int{1, 2, 3, 4, 5}))
	}
}

func TestReportsAreJSON(t *testing.T) {
	float, integer := testModels(t)
	sample := testSample(t, 10)
	for _, v := range []any{Show(float, sample), Show(integer, sample), Compare(float, integer, sample)} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), ":null") {
			t.Errorf("null in %s", text)
		}
	}
}

func TestCompareWithItself(t *testing.T) {
	_, m := testModels(t)
	d := Compare(m, m, testSample(t, 10))
	if !d.SameWeights || len(d.Facts) != 0 || d.Evaluations[0].Max != 0 || d.Tensors[0].Different != 0 {
		t.Errorf("%+v", d)
	}
	if text := d.Text(); !strings.Contains(text, "their weights are the same") {
		t.Error(text)
	}
}

// TestCompareFindsWhatWasChanged changes one bias, one weight and the seed.
func TestCompareFindsWhatWasChanged(t *testing.T) {
	a, _ := testModels(t)
	p := a.Params.Clone()
	p.B3[0] += 0.5 // of a logit: the same for every position
	p.L2[17] += 0.25
	from := a.Provenance
	from.Seed = 9
	b, err := OfParams(p, from)
	if err != nil {
		t.Fatal(err)
	}
	d := Compare(a, b, testSample(t, 30), Sample{Name: "empty"})
	if diff := cmp.Diff([]Fact{{"seed", "1", "9"}}, d.Facts); diff != "" || d.SameWeights {
		t.Errorf("%s, same weights: %v", diff, d.SameWeights)
	}
	for i, want := range map[int]float64{0: 0, 4: 0.25, 7: 0.5} {
		got := d.Tensors[i]
		if math.Abs(got.Max-want) > 1e-6 || math.Abs(got.Mean*float64(got.Count)-want) > 1e-6 || (got.Different == 0) != (want == 0) {
			t.Errorf("%+v, want %g", got, want)
		}
	}
	if len(d.Evaluations) != 1 {
		t.Fatalf("%d samples", len(d.Evaluations))
	}
	if e := d.Evaluations[0]; e.Positions != 30 || e.Bias < 60 || e.Max < e.Mean || e.FEN == "" || math.Abs(math.Abs(e.WorstB-e.WorstA)-e.Max) > 1e-9 {
		t.Errorf("%+v", e)
	}
	if text := d.Text(); !strings.Contains(text, "seed: A 1, B 9") || !strings.Contains(text, "most apart, random play: ") {
		t.Error(text)
	}
}

func TestOfParamsRefusesWhatIsNotFinite(t *testing.T) {
	for _, x := range []float32{float32(math.NaN()), float32(math.Inf(-1))} {
		p := nnue.NewParams(2)
		p.L1[9] = x
		if _, err := OfParams(p, nnue.Provenance{}); err == nil || !strings.Contains(err.Error(), "l1.weight[9]") {
			t.Errorf("%g: %v", x, err)
		}
	}
}

// TestPicture reads the picture as XML: a cell for each input, all within the frame, the strongest darkest.
func TestPicture(t *testing.T) {
	m, _ := testModels(t)
	for j := range nnue.Width { // an own chariot in the corner on the right, and an own general that never stands there
		m.Params.L0[(firstInput(0, 4)+8)*nnue.Width+j] = 1
		m.Params.L0[firstInput(0, 0)*nnue.Width+j] = 3
	}
	m.Name = "<&>"
	text := Picture(m, testSample(t, 300))
	cells, titles := 0, map[string]string{}
	fill := ""
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			at := map[string]string{}
			for _, a := range token.Attr {
				at[a.Name.Local] = a.Value
			}
			if token.Name.Local == "rect" && at["stroke"] != "" {
				cells++
				fill = at["fill"]
				x, errX := strconv.Atoi(at["x"])
				y, errY := strconv.Atoi(at["y"])
				if errX != nil || errY != nil || x < 0 || y < 0 || x+cell > wide || y+cell > high {
					t.Errorf("a cell at %s, %s", at["x"], at["y"])
				}
			}
		case xml.CharData:
			titles[string(token)] = fill
		}
	}
	if cells != features.Count {
		t.Errorf("%d cells, want %d", cells, features.Count)
	}
	if dark := titles["i0: 1.0000"]; dark != "#08306b" {
		t.Errorf("the strongest input is %q", dark)
	}
	if _, ok := titles["a0: 3.0000, never on"]; !ok {
		t.Error("a general in the corner is not crossed out")
	}
}
