package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hopeless makes networks that learnt nothing.
const hopeless = `preset = "quick"
phrase = "hopeless"
[selfplay]
games = 100
nodes = 40
[selfplay.win]
play_out_every = 2
[train]
samples = 512
superbatch = 256
batch = 256
[gate]
games = 20
nodes = 40
[yardstick]
games = 0
`

// TestForeverEnds plays rounds until two are rejected, and none when asked again, until something is changed.
func TestForeverEnds(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	forever := []string{"round", "run", "--run", run, "--forever"}
	config := written(t, "hopeless.toml", hopeless)
	rounds := func() int {
		entries, err := os.ReadDir(filepath.Join(run, "rounds"))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	code, _, stderr := call(t, "", append(forever, "--config", config)...)
	if code != exitDone || rounds() != 2 || !strings.Contains(stderr, "round 2: the second rejection in a row: stopped") {
		t.Fatalf("exit %d, %d rounds, %s", code, rounds(), stderr)
	}
	if code, _, stderr = call(t, "", forever...); code != exitDone || rounds() != 2 {
		t.Errorf("again: exit %d, %d rounds, %s", code, rounds(), stderr)
	}
	code, _, stderr = call(t, "", append(forever, "--set", "train.samples=768")...)
	if code != exitDone || rounds() != 3 {
		t.Errorf("changed: exit %d, %d rounds, %s", code, rounds(), stderr)
	}
	code, _, stderr = call(t, "", "round", "run", "--run", run, "--rounds", "4", "--keep", "2", "--set", "window=2")
	if _, err := os.Stat(filepath.Join(run, "rounds/002/selfplay")); code != exitDone || err == nil {
		t.Errorf("games of round 2 are there: %v; exit %d, %s", err == nil, code, stderr)
	}
	if _, err := os.Stat(filepath.Join(run, "rounds/003/selfplay")); err != nil {
		t.Errorf("games of round 3: %v", err)
	}
	if code, _, stderr = call(t, "", "round", "run", "--run", run, "--rounds", "4"); code != exitDone {
		t.Errorf("without old games: exit %d, %s", code, stderr)
	}
	if code, _, stderr = call(t, "", "round", "run", "--run", run, "--keep", "1"); code != exitFailed || !strings.Contains(stderr, "trained on those of 2") {
		t.Errorf("less than the window: exit %d, %s", code, stderr)
	}
	if code, _, stderr = call(t, "", append(forever, "--rounds", "4")...); code != exitUsage {
		t.Errorf("both: exit %d, %s", code, stderr)
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	code, out, stderr := call(t, "", "round", "run", "--run", run, "--preset", "quick", "--dry-run", "--json", "--workers", "1")
	var cost struct {
		Positions float64 `json:"positions"`
		Samples   float64 `json:"samples"`
		NodesPerS float64 `json:"nodes_per_s"`
	}
	if err := json.Unmarshal([]byte(out), &cost); err != nil || code != exitDone {
		t.Fatalf("exit %d, error %v, %s%s", code, err, out, stderr)
	}
	if cost.Positions < 20_000*20 || cost.Positions > 20_000*200 || cost.Samples < 1e6 || cost.NodesPerS <= 0 {
		t.Errorf("cost %+v", cost)
	}
	if _, err := os.Stat(run); err == nil {
		t.Error("the run was begun")
	}
	if code, _, stderr := call(t, "", "round", "run", "--run", run, "--champion", "nobody", "--dry-run"); code == exitDone || !strings.Contains(stderr, "nobody") {
		t.Errorf("no champion: exit %d, %s", code, stderr)
	}
}
