package tune

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

// tiny is a run of a second or so.
func tiny() Config {
	return Config{
		Evaluation: engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }},
		From:       search.Main.Constants,
		Pairs:      7, Batch: 3, Rate: 0.5, Nodes: 60, Phrase: "tiny", Workers: 2,
	}
}

// TestWalkFindsTheBest lets results follow from the distance to known constants, with noise.
func TestWalkFindsTheBest(t *testing.T) {
	cfg := tiny()
	cfg.Pairs, cfg.Rate = 20_000, 0.01
	w := newWalk(&cfg)
	best := slices.Clone(w.at)
	for j := range best {
		best[j] = math.Round(w.at[j] + 3*w.steps[j])
	}
	loss := func(c search.Constants) (sum float64) {
		j := 0
		for one := range c.All() {
			off := (float64(*one.Value) - best[j]) / w.steps[j]
			sum += off * off
			j++
		}
		return sum
	}
	before := loss(w.constants())
	for i := range cfg.Pairs {
		expected := 2 + 0.02*(loss(w.pushed(i, -1))-loss(w.pushed(i, 1))) // half points of the up side, of four
		noise := float64(w.source.Stream("noise", uint64(i)).Uintn(1000)) / 1000
		half := min(max(int(math.Floor(expected+4*noise-1.5)), 0), 4)
		w.move(i, 2*half-4)
	}
	if after := loss(w.constants()); after > before/4 {
		t.Errorf("squared distance %.1f after the walk, %.1f before", after, before)
	}
}

// TestSameForAnyWorkers compares one worker with three, and with a run that was stopped after each batch.
func TestSameForAnyWorkers(t *testing.T) {
	reports := map[string]string{}
	for _, workers := range []int{1, 3} {
		cfg := tiny()
		cfg.Workers = workers
		r, err := Run(t.Context(), cfg, t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		reports[r.Table()] = ""
	}
	dir, stops := t.TempDir(), 0
	for {
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped := errors.New("stopped")
		r, err := Run(ctx, tiny(), dir, func(pairs int, _ search.Constants) {
			if pairs > 3*stops {
				cancel(stopped)
			}
		})
		cancel(nil)
		if err == nil {
			reports[r.Table()] = ""
			break
		}
		if stops++; !errors.Is(err, stopped) || stops > 5 {
			t.Fatalf("stop %d: error %v", stops, err)
		}
	}
	if len(reports) != 1 {
		t.Errorf("different reports: %v", reports)
	}
	if stops < 2 {
		t.Errorf("stopped %d times", stops)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := Run(t.Context(), tiny(), dir, nil); err != nil {
		t.Fatal(err)
	}
	other := tiny()
	other.Rate = 0.1
	if _, err := Run(t.Context(), other, dir, nil); err == nil || !strings.Contains(err.Error(), "rate was 0.5, now 0.1") {
		t.Errorf("another rate: error %v", err)
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), tiny(), foreign, nil); err == nil || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("foreign folder: error %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(foreign, "*.json*")); len(left) > 0 {
		t.Errorf("wrote %v into a foreign folder", left)
	}
	for _, line := range []string{`{"pair":0,"ahead":0}`, `{"pair":7,"ahead":0}`, `{"pair":-1,"ahead":0}`, `{"pair":6,"ahead":9}`} {
		damaged := t.TempDir()
		for _, name := range []string{settingsName, journalName} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if name == journalName {
				text = []byte(line + "\n" + line + "\n")
			}
			if err := os.WriteFile(filepath.Join(damaged, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Run(t.Context(), tiny(), damaged, nil); err == nil || !strings.Contains(err.Error(), journalName+": line ") {
			t.Errorf("journal %s: error %v", line, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"pairs": func(c *Config) { c.Pairs = 0 }, "batch": func(c *Config) { c.Batch = 0 },
		"rate": func(c *Config) { c.Rate = math.NaN() }, "nodes": func(c *Config) { c.Nodes = 0 },
		"a constant": func(c *Config) { c.Only = []string{"null-eval", "nonsense"} },
	} {
		cfg := tiny()
		spoil(&cfg)
		if err := cfg.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestOnlyMovesThose also verifies what it finds.
func TestOnlyMovesThose(t *testing.T) {
	cfg, dir := tiny(), t.TempDir()
	cfg.Only = []string{"null-eval", "worth-soldier"}
	r, err := Run(t.Context(), cfg, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Rows[0].Name != "null-eval" || r.Rows[1].Name != "worth-soldier" {
		t.Errorf("rows %+v", r.Rows)
	}
	want := cfg.From
	want.NullEval, want.WorthSoldier = r.Rows[0].Found, r.Rows[1].Found
	if got := r.Found(cfg.From); got != want {
		t.Errorf("found %v", got)
	}
	r.Rows[0].Found++ // so that there are two players
	v, err := Verify(t.Context(), cfg, r, dir, "other", 2, rules.Limits{Nodes: 60}, func(match.Standing) {})
	if err != nil || v.Estimate.Pairs != 2 {
		t.Errorf("verdict %+v, error %v", v, err)
	}
}
