package ablate

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/search"
	"jieqi/eval"
	"jieqi/eval/match"
)

// tiny is a study of a second or two.
func tiny(t *testing.T, names ...string) Config {
	t.Helper()
	variants, err := Select(names)
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Evaluation: engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }},
		Variants:   variants, Pairs: 2, Nodes: 50, Phrase: "tiny", Workers: 1,
	}
}

func TestVariants(t *testing.T) {
	all := Variants()
	names := search.Switches()
	if len(all) != len(names)+3 {
		t.Fatalf("%d variants for %d switches", len(all), len(names))
	}
	for i, c := range all {
		o := c.Options
		switch off := o.Off(); {
		case i < len(names):
			if c.Name != names[i] || !slices.Equal(off, []string{c.Name}) || o.Chance != search.Main.Chance {
				t.Errorf("%s has %v off and prices reveals by %v", c.Name, off, o.Chance)
			}
		case c.Name == "base":
			if o != search.Base {
				t.Errorf("base is %+v", o)
			}
		default:
			if len(off) != 0 || o.Chance.String() != c.Name || o.Chance == search.Main.Chance {
				t.Errorf("%s has %v off and prices reveals by %v", c.Name, off, o.Chance)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	some, err := Select([]string{"base", "table", "base"})
	if err != nil || len(some) != 2 || some[0].Name != "table" || some[1].Name != "base" {
		t.Errorf("selected %v, error %v", some, err)
	}
	if _, err := Select([]string{"table", "tables"}); err == nil || !strings.Contains(err.Error(), `"tables"`) ||
		!strings.Contains(err.Error(), "table, table-deeper, ") || !strings.HasSuffix(err.Error(), "base, bound, star1") {
		t.Errorf("error %v", err)
	}
}

// TestResume stops a study in its first and in its second match, and asks the one that goes on for the table
// of an undisturbed one.
func TestResume(t *testing.T) {
	cfg := tiny(t, "star1", "quiescence")
	whole, err := Run(t.Context(), cfg, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	stopped := errors.New("stopped")
	for _, at := range []string{"quiescence", "star1"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := Run(ctx, cfg, dir, func(variant string, s match.Standing) {
			if variant == at && s.Counted == 1 {
				cancel(stopped)
			}
		})
		if !errors.Is(err, stopped) || !strings.HasPrefix(err.Error(), at+": ") {
			t.Errorf("stopped in %s with error %v", at, err)
		}
		if pairs, err := match.Read(filepath.Join(dir, at)); err != nil || len(pairs) != 1 {
			t.Errorf("%d pairs against %s kept, error %v", len(pairs), at, err)
		}
	}
	resumed, err := Run(t.Context(), cfg, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if whole.Table() != resumed.Table() {
		t.Errorf("undisturbed:\n%s\nresumed:\n%s", whole.Table(), resumed.Table())
	}
	if len(whole.Rows) != 2 || whole.Rows[0].Games != 4 || whole.Rows[1].Contestant != "star1" {
		t.Errorf("rows %+v", whole.Rows)
	}
}

// TestForeignFoldersStayUntouched has somebody's file beside a study, and somebody's folder with a variant's name.
func TestForeignFoldersStayUntouched(t *testing.T) {
	for _, name := range []string{"notes.txt", "table/notes.txt"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		for _, folder := range []string{filepath.Join(dir, "table"), filepath.Dir(path)} {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), tiny(t, "table"), dir, nil); err == nil || !strings.Contains(err.Error(), "notes.txt") {
			t.Errorf("%s: error %v", name, err)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "table", "*.json*")); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, error %v", name, left, err)
		}
	}
}

// TestMorePairs extends the match against one variant; a later run with fewer pairs still counts them.
func TestMorePairs(t *testing.T) {
	dir := t.TempDir()
	few, more := tiny(t, "base", "table"), tiny(t, "table")
	few.Pairs, more.Pairs = 1, 3
	for _, cfg := range []Config{few, more} {
		if _, err := Run(t.Context(), cfg, dir, nil); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(t.Context(), few, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows[0].Contestant != "table" || r.Rows[0].Games != 6 || r.Rows[1].Games != 2 {
		t.Errorf("rows %+v", r.Rows)
	}
}

// TestAnotherSearchIsRefused asks that games of a search with another signature are not added to.
func TestAnotherSearchIsRefused(t *testing.T) {
	dir := t.TempDir()
	cfg := tiny(t, "table")
	cfg.Pairs = 1
	if _, err := Run(t.Context(), cfg, dir, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "table", "manifest.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m match.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.ASettings, "off: nothing; signature ") || !strings.Contains(m.BSettings, "off: table; signature ") {
		t.Errorf("settings %q and %q", m.ASettings, m.BSettings)
	}
	other := strings.ReplaceAll(string(text), "signature ", "signature 9")
	if err := os.WriteFile(path, []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), cfg, dir, nil); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("error %v", err)
	}
}

func TestTable(t *testing.T) {
	r := Report{Evaluation: "hce", Nodes: 500, Phrase: "x", Signature: 7, Rows: []Row{
		{Contestant: "null-move", Games: 40, Estimate: eval.Pairs{0, 2, 8, 8, 2}.Estimate()},
	}}
	const want = `The full search against itself without the switch (or with another method, or as base): its points and Elo.
Evaluation hce, 500 nodes a move, phrase "x", signature 7.

| contestant | games | points |   Elo |      95 % interval |
|------------|------:|-------:|------:|-------------------:|
| null-move  |    40 | 62.5 % |   +89 |        +24 to +160 |
`
	if got := r.Table(); got != want {
		t.Errorf("got\n%s", got)
	}
}
