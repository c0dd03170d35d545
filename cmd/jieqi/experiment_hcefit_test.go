package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/engine/hce"
	"jieqi/experiments/hcefit"
)

// fitGames plays a few games and returns the arguments of a fit to them.
func fitGames(t *testing.T) (args []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	games := filepath.Join(dir, "games")
	code, _, stderr := call(t, "", "selfplay", "--out", games, "--games", "30", "--nodes", "30", "--phrase", "fit")
	if code != exitDone {
		t.Fatal(stderr)
	}
	return []string{"experiment", "hcefit", "--data", games, "--gate-share", "0", "--validation-share", "400"}, dir
}

// TestHCEFit fits to a few games, and again from the file that came out.
func TestHCEFit(t *testing.T) {
	args, dir := fitGames(t)
	first, second := filepath.Join(dir, "first.txt"), filepath.Join(dir, "second.txt")
	code, out, stderr := call(t, "", append(args, "--out", first)...)
	if code != exitDone {
		t.Fatal(stderr)
	}
	for _, want := range []string{", converged\nmoved ", "train positions ", "train loss ", "train scale ", "validation scale ", "validation difference ", " deals: too few for a test, which wants 30"} {
		if !strings.Contains(out, want) {
			t.Errorf("output lacks %q: %s", want, out)
		}
	}
	if !strings.Contains(stderr, "survey: 1/1 ") || !strings.Contains(stderr, "\nread: 1/1 ") || !strings.Contains(stderr, "\nfit: ") {
		t.Errorf("progress %q", stderr)
	}
	text, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	w, err := hce.ParseWeights(strings.NewReader(string(text)))
	if err != nil || w == hce.Default {
		t.Errorf("error %v, or nothing has moved", err)
	}
	code, out, stderr = call(t, "", append(args, "--out", second, "--from", first, "--json")...)
	var r hcefit.Result
	if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil || r.Train.Positions == 0 || r.Train.Rounded.Loss > r.Train.Before.Loss {
		t.Errorf("exit %d, error %v: %s%s", code, err, out, stderr)
	}
}

func TestHCEFitBadInput(t *testing.T) {
	args, dir := fitGames(t)
	out, missing, junk := filepath.Join(dir, "out.txt"), filepath.Join(dir, "missing"), filepath.Join(dir, "junk.txt")
	if err := os.WriteFile(junk, []byte("value.advisor 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	shards, err := filepath.Glob(filepath.Join(args[3], "*.jqs"))
	if err != nil || len(shards) != 1 {
		t.Fatalf("shards %v, error %v", shards, err)
	}
	fit := args[:2]
	checkRefusals(t, []refusal{
		{exitUsage, "--data", slices.Concat(fit, []string{"--out", out})},
		{exitUsage, "--out", slices.Concat(fit, []string{"--data", dir})},
		{exitFailed, "missing", slices.Concat(fit, []string{"--data", missing, "--out", out})},
		{exitFailed, "no finished shards", slices.Concat(fit, []string{"--data", t.TempDir(), "--out", out})},
		{exitFailed, "junk.txt", slices.Concat(fit, []string{"--data", junk, "--out", out})},
		{exitFailed, "out.txt: open " + missing + ": ", slices.Concat(args, []string{"--out", filepath.Join(missing, "out.txt")})},
		{exitFailed, "only a file of weights is replaced", slices.Concat(args, []string{"--out", junk})},
		{exitFailed, ".jqs: weights line 1", slices.Concat(args, []string{"--out", shards[0]})},
		{exitFailed, "0000000000.jqs is given twice", slices.Concat(args, []string{"--data", args[3], "--out", out})},
		{exitFailed, "is a folder", slices.Concat(args, []string{"--out", dir})},
		{exitFailed, "junk.txt: weights line 1", slices.Concat(args, []string{"--out", out, "--from", junk})},
		{exitFailed, "--from", slices.Concat(args, []string{"--out", out, "--from", missing})},
		{exitUsage, "validation share", slices.Concat(fit, []string{"--data", dir, "--out", out, "--validation-share", "0"})},
		{exitUsage, "positions 999", slices.Concat(args, []string{"--out", out, "--positions", "999"})},
		{exitUsage, "only \"square.horse\"", slices.Concat(args, []string{"--out", out, "--only", "square.horse"})},
		{exitUsage, "prior -3", slices.Concat(args, []string{"--out", out, "--prior=-3"})},
		{exitUsage, "--workers", slices.Concat(args, []string{"--out", out, "--workers", "5000"})},
	})
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if _, absent := os.Stat(out); err != nil || len(left) > 0 || absent == nil {
		t.Errorf("left behind: %v, or the file was written", left)
	}
}
