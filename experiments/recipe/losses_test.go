package recipe

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
	"jieqi/eval/gate"
	"jieqi/nnue"
)

// TestHeldIsTheValidationPart counts, from the samples, what should be read.
func TestHeldIsTheValidationPart(t *testing.T) {
	root := tinyRoot(t)
	split := dataset.Split{Gate: 100, Validation: 300}
	paths := []string{filepath.Join(root, "a")}
	h, err := readHeld(t.Context(), paths, split, dataset.DefaultFilter, 30, untold)
	if err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	filter, i := dataset.DefaultFilter, 0
	for b := range set.Blocks() {
		samples, err := set.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range samples {
			if split.Part(x.DealKey) != dataset.Validation || filter.Judge(&x) != dataset.Keep {
				continue
			}
			if i >= len(h.positions) || h.positions[i].view != x.View || h.positions[i].result != float64(x.Result)/2 {
				t.Fatalf("position %d is not the sample", i)
			}
			i++
		}
	}
	if i != len(h.positions) || i < 100 || len(h.drawn) != 30 || !slices.IsSorted(h.drawn) {
		t.Errorf("%d positions, want %d; drawn %v", len(h.positions), i, h.drawn)
	}
	if fewer, err := readHeld(t.Context(), paths, split, dataset.DefaultFilter, 10, untold); err != nil ||
		slices.ContainsFunc(fewer.drawn, func(d int) bool { return !slices.Contains(h.drawn, d) }) {
		t.Errorf("ten of them are others, error %v", err)
	}
}

// TestMeasureAgreesWithTheGate measures a network that knows nothing on the deals that the gate would measure it
// on, with another split that gives validation the gate's deals.
func TestMeasureAgreesWithTheGate(t *testing.T) {
	paths := []string{filepath.Join(tinyRoot(t), "a")}
	n, err := nnue.Quantize(nnue.NewParams(1), nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	network := testSetup("", "").Network(n)
	h, err := readHeld(t.Context(), paths, dataset.Split{Validation: 300}, dataset.DefaultFilter, 0, untold)
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.measure(t.Context(), network, reference, nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	evaluator := func(f engine.Factory) func() gate.Evaluator { return func() gate.Evaluator { return f.New() } }
	want, err := gate.MeasureLoss(t.Context(), gate.Holdout{Set: set, Split: dataset.Split{Gate: 300}, Filter: dataset.DefaultFilter}, func(string, int, int) {},
		evaluator(network), evaluator(reference))
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	if !near(got.Network.Results, want.Candidate) || !near(got.Reference.Results, want.Incumbent) ||
		got.Difference.N != want.Difference.N || math.Abs(got.Difference.T-want.Difference.T) > 1e-6 || got.Network.Deep != 0 {
		t.Errorf("losses %+v, the gate's %+v", got, want)
	}
}

// TestErrorsWeighDealsEqually sums by hand.
func TestErrorsWeighDealsEqually(t *testing.T) {
	h := &held{deals: 2, drawn: []int{1}, positions: []position{
		{deal: 0, score: 0.5, result: 1, decided: true},
		{deal: 0, score: 0.7, result: 1},
		{deal: 1, score: 0.5, result: 0, decided: true},
	}}
	deep := &Deep{Scores: []score.Value{0}, K: 180}
	e, results := h.errors([]float64{0.6, 0.7, 0.2}, deep)
	want := Errors{Scores: (0.01/2 + 0.09) / 2, Deep: 0.04, Results: (0.16 + 0.04) / 2}
	if math.Abs(e.Scores-want.Scores) > 1e-12 || math.Abs(e.Deep-want.Deep) > 1e-12 || math.Abs(e.Results-want.Results) > 1e-12 ||
		len(results) != 2 {
		t.Errorf("errors %+v, want %+v; by deal %v", e, want, results)
	}
}

// TestDeepScoresAgainstDirectSearches replays games by itself and asks a fresh engine for each drawn position.
func TestDeepScoresAgainstDirectSearches(t *testing.T) {
	s := mustOpen(t, sameSalt, testSetup(tinyRoot(t), t.TempDir()))
	if err := s.deepStage().do(t.Context(), s.setup.Store, untold); err != nil {
		t.Fatal(err)
	}
	archive, err := dataset.OpenArchive(s.holdout.paths...)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for i, at := range s.positions.drawn {
		p := &s.positions.positions[at]
		games, err := archive.Games(p.block)
		if err != nil {
			t.Fatal(err)
		}
		g := slices.IndexFunc(games, func(g dataset.Game) bool { return g.Index == p.game })
		table := dealer.New(games[g].Deal, rules.Tiantian)
		for _, ply := range games[g].Plies[:p.ply] {
			if _, err := table.Play(ply.Move); err != nil {
				t.Fatal(err)
			}
		}
		view := table.View(p.view.Side())
		e := engine.New(reference, engine.Options{HashMB: deepHashMB, Threads: 1, Search: search.Main})
		c, err := e.Choose(t.Context(), view, rules.Limits{Nodes: s.plan.Holdout.DeepNodes})
		if err != nil {
			t.Fatal(err)
		}
		if view.Position().Pack() != p.view || c.Score != s.deep.Scores[i] {
			t.Fatalf("position %d, game %d, ply %d: score %v, want %v, or another view", at, p.game, p.ply, s.deep.Scores[i], c.Score)
		}
	}
}
