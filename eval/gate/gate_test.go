package gate

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset"
	"jieqi/dataset/lineage"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
	"jieqi/selfplay"
)

// folder holds the self-play games that all tests read, made once.
var folder = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "jieqi-gate-test-")
	if err != nil {
		return "", err
	}
	cfg := selfplay.Default()
	cfg.Games, cfg.Nodes, cfg.Phrase, cfg.Workers = 150, 60, "gate test", 2
	cfg.Win.PlayOutEvery = 2
	_, err = selfplay.Run(context.Background(), cfg, factory("hce"), dir, nil)
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := folder(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// games returns self-play games with three deals in ten in the gate hold-out.
func games(t *testing.T) Holdout {
	t.Helper()
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return Holdout{Set: set, Split: dataset.Split{Gate: 300}, Filter: dataset.DefaultFilter}
}

func factory(name string) engine.Factory {
	return engine.Factory{Name: name, Hash: name, New: func() search.Evaluator { return hce.New(&hce.Default) }}
}

// level thinks that every position is even.
type level struct{}

func (level) Reset(*board.Position)                {}
func (level) Push(*board.Delta)                    {}
func (level) Pop()                                 {}
func (level) Evaluate(*board.Position) score.Value { return 0 }

// careful is hce at a quarter of its word: shallow games are decided by less than material.
type careful struct{ *hce.Evaluator }

func (c careful) Evaluate(p *board.Position) score.Value { return c.Evaluator.Evaluate(p) / 4 }

func evaluation(f engine.Factory) Evaluation {
	var c Evaluation
	c.Name, c.Hash = f.Name, f.Hash
	c.New = func(context.Context) (referee.Player, error) {
		return engine.New(f, engine.Options{HashMB: 1, Threads: 1, Search: search.Main}), nil
	}
	c.NewEvaluator, c.Lineage = func() Evaluator { return f.New() }, lineage.None()
	return c
}

// untold shows no progress.
func untold(string, int, int) {}

func TestLossOfEqualEvaluatorsIsEqual(t *testing.T) {
	c := evaluation(factory("hce"))
	l, err := MeasureLoss(context.Background(), games(t), untold, c.NewEvaluator, c.NewEvaluator)
	if err != nil {
		t.Fatal(err)
	}
	if l.Difference.T != 0 || l.Candidate != l.Incumbent || l.Deals < 10 || l.Positions < l.Deals {
		t.Errorf("%+v", l)
	}
}

func TestLossAgainstAHandCount(t *testing.T) {
	h := games(t)
	judge := func() Evaluator { return careful{hce.New(&hce.Default)} }
	even := func() Evaluator { return level{} }
	l, err := MeasureLoss(context.Background(), h, untold, even, judge)
	if err != nil {
		t.Fatal(err)
	}
	byDeal := map[uint64][]float64{}
	for b := range h.Set.Blocks() {
		samples, err := h.Set.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			if h.Split.Part(s.DealKey) == dataset.Gate && s.Flags&dataset.ScoreOnly == 0 && h.Filter.Judge(&s) == dataset.Keep {
				d := 0.5 - float64(s.Result)/2
				byDeal[s.DealKey] = append(byDeal[s.DealKey], d*d)
			}
		}
	}
	want := 0.0
	for _, errors := range byDeal {
		sum := 0.0
		for _, e := range errors {
			sum += e
		}
		want += sum / float64(len(errors)) / float64(len(byDeal))
	}
	if math.Abs(l.Candidate-want) > 1e-12 || l.Deals != len(byDeal) {
		t.Errorf("loss of an evaluator that says 0: %v over %d deals, want %v over %d", l.Candidate, l.Deals, want, len(byDeal))
	}
	if l.Incumbent >= l.Candidate || l.Difference.T <= 0 {
		t.Errorf("hce, carefully put, predicts results no better than a coin: %+v", l)
	}
}

func smallGate(t *testing.T) Config {
	even := factory("even")
	even.New = func() search.Evaluator { return level{} }
	cfg := Config{
		Candidate: evaluation(factory("hce")), Incumbent: evaluation(even),
		Holdout: games(t), Rule: BareRule(), Phrase: "gate test",
		Rules: rules.Tiantian, Limits: rules.Limits{Nodes: 60}, Workers: 2,
	}
	cfg.Rule.Pairs, cfg.Rule.MaxT = 10, 5 // so few deals cannot be significant
	return cfg
}

func TestGatePromotesTheBetterAndResumes(t *testing.T) {
	cfg := smallGate(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	watched := Events{Measure: func(Loss) { cancel() }}
	if _, err := Run(ctx, cfg, dir, watched); err == nil {
		t.Fatal("a cancelled gate came to a decision")
	}
	r, err := Run(context.Background(), cfg, dir, Events{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Promote || r.Estimate.Pairs != 10 {
		t.Errorf("%+v", r)
	}
	again, err := Run(context.Background(), cfg, dir, Events{Measure: func(Loss) { t.Error("decided gate measured again") }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, again); diff != "" {
		t.Errorf("decided gate read back differs:\n%s", diff)
	}
	whole, err := Run(context.Background(), cfg, t.TempDir(), Events{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole, r); diff != "" {
		t.Errorf("resumed gate differs from an undisturbed one:\n%s", diff)
	}
}

func TestGateOfEqualsIsUndecided(t *testing.T) {
	cfg := smallGate(t)
	cfg.Incumbent = cfg.Candidate
	cfg.Incumbent.Hash = "another"
	r, err := Run(context.Background(), cfg, t.TempDir(), Events{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Reject || r.Reason != ReasonUndecided || r.Match.Pairs[2] != 10 || r.Loss.Difference.T != 0 {
		t.Errorf("%+v", r)
	}
}

// TestGateRefusesBeforeItWrites asks for gates that would measure the wrong thing.
func TestGateRefusesBeforeItWrites(t *testing.T) {
	hold := games(t)
	data := hold.Set.Data(hold.Split)
	trained := func(gateShare int) lineage.Lineage {
		return lineage.None().With(lineage.New(data.Phrases, data.Salts, gateShare, 0))
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   error // nil: only a text
		says   string
	}{
		"candidate saw it":    {func(c *Config) { c.Candidate.Lineage = trained(1) }, lineage.ErrSeen, "hold-out: hce: trained on deals"},
		"incumbent saw it":    {func(c *Config) { c.Incumbent.Lineage = trained(299) }, lineage.ErrSeen, "hold-out: even: trained on deals"},
		"trust does not help": {func(c *Config) { c.Candidate.Lineage, c.Trust = trained(1), true }, lineage.ErrSeen, ""},
		"unknown candidate":   {func(c *Config) { c.Candidate.Lineage = lineage.Lineage{} }, lineage.ErrUnknown, "--trust-holdout"},
		"unknown incumbent":   {func(c *Config) { c.Incumbent.Lineage = lineage.Lineage{} }, lineage.ErrUnknown, "even"},
		"the same":            {func(c *Config) { c.Incumbent = c.Candidate }, nil, "the same evaluation, hce"},
	} {
		cfg, dir := smallGate(t), filepath.Join(t.TempDir(), "gate")
		c.change(&cfg)
		_, err := Run(context.Background(), cfg, dir, Events{})
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: something was written", name)
		}
	}
}

func TestTrustIsRecorded(t *testing.T) {
	cfg := smallGate(t)
	cfg.Rule.Pairs = 1
	cfg.Candidate.Lineage, cfg.Incumbent.Lineage, cfg.Trust = lineage.Lineage{}, lineage.None(), true
	dir := t.TempDir()
	if _, err := Run(context.Background(), cfg, dir, Events{}); err != nil {
		t.Fatal(err)
	}
	r, err := ReadResult(dir)
	if err != nil || len(r.Trusted) != 1 || r.Trusted[0] != "hce" || !strings.Contains(r.Table(), "on trust: hce ") {
		t.Errorf("error %v, %+v", err, r)
	}
}

func TestAnotherGateInTheFolderIsRefused(t *testing.T) {
	cfg := smallGate(t)
	cfg.Rule.Pairs = 2
	dir := t.TempDir()
	if _, err := Run(context.Background(), cfg, dir, Events{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "plan.json")); err != nil {
		t.Error(err)
	}
	cfg.Rule.MaxT = -3
	if _, err := Run(context.Background(), cfg, dir, Events{}); err == nil ||
		!strings.Contains(err.Error(), "plan.json: this folder holds another gate: rule.max_t was 5, now -3; give another folder") {
		t.Errorf("error %v", err)
	}
}

// TestADamagedPlanMayGo damages the plan of a gate: it is not taken for that of another, and without it the gate goes on
// from its pairs, unless they are of another match.
func TestADamagedPlanMayGo(t *testing.T) {
	cfg, dir := smallGate(t), t.TempDir()
	cfg.Rule.Pairs = 2
	first, err := Run(context.Background(), cfg, dir, Events{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, planName)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var plan Plan
	if err := json.Unmarshal(sound, &plan); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"": "not the plan of a gate", "junk": "not the plan of a gate", "{}": "not the plan of a gate", string(sound[:len(sound)/2]): "not the plan of a gate",
		string(sound) + "\n": "written by another version, or changed",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := plan.settle(dir)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "remove the file: the gate goes on from the pairs") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	for _, name := range []string{planName, resultName} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	other := cfg
	other.Phrase = "another"
	if m := other.match(); checkFolder(dir, m.Manifest()) == nil {
		t.Error("another gate went on without a plan")
	}
	again, err := Run(context.Background(), cfg, dir, Events{})
	if err != nil || again.Match.Pairs != first.Match.Pairs || again.Reason != first.Reason {
		t.Errorf("%+v, %v, want %+v", again, err, first)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(sound) {
		t.Errorf("the plan is %s, %v", now, err)
	}
}

// TestFoldersOfOthersAreLeftAlone asks for a gate in folders that hold something else.
func TestFoldersOfOthersAreLeftAlone(t *testing.T) {
	for name, says := range map[string]string{
		"manifest.json": "manifest.json, which is not of this work", // a match
		"notes":         "notes, which is not of this work",
		"plan.json":     "another folder",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(context.Background(), smallGate(t), dir, Events{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v", name, err)
		}
		entries, err := os.ReadDir(dir)
		text, readErr := os.ReadFile(path)
		if err != nil || readErr != nil || len(entries) != 1 || string(text) != "{}" {
			t.Errorf("%s: the folder was changed: %v %q", name, entries, text)
		}
	}
}
