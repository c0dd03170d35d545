package revealprice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jieqi/engine/search"
)

// tiny is an audit of a second or two.
func tiny(reveals, workers int) Config {
	return Config{
		Games:   Games{Evaluation: byHand, Generator: "test", Phrase: "tiny", Nodes: 30, Workers: workers},
		Reveals: reveals, Depth: 3, MostNodes: 2000, Star1: 2, Search: search.Main,
	}
}

// mustRun runs an audit and takes the times out of its report.
func mustRun(t *testing.T, cfg Config, dir string) *Report {
	t.Helper()
	r, err := Run(t.Context(), cfg, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return untimed(r)
}

func untimed(r *Report) *Report {
	r.Times = make([]Time, len(methods))
	for i := range r.Audited {
		r.Audited[i] = timeless(r.Audited[i])
	}
	return r
}

// TestWorkersAndStopsDoNotMatter audits with one worker, with three, in two goes and with a stop in between.
func TestWorkersAndStopsDoNotMatter(t *testing.T) {
	want := mustRun(t, tiny(8, 1), t.TempDir())
	if want.Reveals < 7 || want.Methods[1].Finished != want.Reveals || !want.Methods[1].Default || want.Methods[0].Default {
		t.Errorf("report %+v", want)
	}
	if got := mustRun(t, tiny(8, 3), t.TempDir()); !reflect.DeepEqual(got, want) {
		t.Errorf("three workers: %+v, one %+v", got, want)
	}

	dir, stop := t.TempDir(), errors.New("stop asked")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := Run(ctx, tiny(4, 1), dir, func(what string, done, _ int) {
		if what == "reveals" && done == 2 {
			cancel(stop)
		}
	})
	if !errors.Is(err, stop) {
		t.Fatalf("error %v", err)
	}
	journal, err := os.OpenFile(filepath.Join(dir, journalName), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.WriteString(`{"reveal":7,"ga`); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	journal.Close()
	mustRun(t, tiny(4, 1), dir)
	if got := mustRun(t, tiny(8, 2), dir); !reflect.DeepEqual(got, want) {
		t.Errorf("in three goes: %+v, in one %+v", got, want)
	}
	for _, name := range []string{reportName, tablesName, "worst-bound.svg"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestRefusesWhatIsNotItsOwn(t *testing.T) {
	dir := t.TempDir()
	cfg := tiny(1, 1)
	mustRun(t, cfg, dir)
	for name, change := range map[string]func(c *Config){
		"depth": func(c *Config) { c.Depth = 4 }, "phrase": func(c *Config) { c.Phrase = "other" },
		"off":    func(c *Config) { c.Search.Table = false },
		"search": func(c *Config) { c.Generator = "another signature" },
	} {
		other := cfg
		change(&other)
		if _, err := Run(t.Context(), other, dir, nil); err == nil || !strings.Contains(err.Error(), name+" was ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), cfg, foreign, nil); err == nil || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, journalName), []byte(`{"reveal":0,"copies":[1]}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), cfg, dir, nil); err == nil || !strings.Contains(err.Error(), "line 1: not an audited reveal") {
		t.Errorf("error %v", err)
	}
}

// TestDriftSharesGames plays a drift in an audit's folder: the games that are there are not played again.
func TestDriftSharesGames(t *testing.T) {
	dir := t.TempDir()
	cfg := tiny(6, 2)
	mustRun(t, cfg, dir)
	var parts []string
	shared, err := RunDrift(t.Context(), cfg.Games, 2, dir, func(what string, done, total int) {
		if done < total {
			t.Errorf("%s: only %d of %d were there", what, done, total)
		}
		parts = append(parts, what)
	})
	if err != nil || len(parts) != len(methods) {
		t.Fatalf("error %v, parts %v", err, parts)
	}
	alone, err := RunDrift(t.Context(), cfg.Games, 2, t.TempDir(), nil)
	if err != nil || !reflect.DeepEqual(shared, alone) || alone.Methods[0].Reveals.N == 0 || alone.Methods[2].Others.N == 0 {
		t.Errorf("error %v: shared %+v, alone %+v", err, shared, alone)
	}
}
