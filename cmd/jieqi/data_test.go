package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDataBadInput(t *testing.T) {
	shard := written(t, "junk.jqs", "junk")
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitFailed, "missing", []string{"data", "stats", missing}},
		{exitFailed, "junk.jqs", []string{"data", "stats", shard}},
		{exitFailed, "junk.jqs", []string{"data", "verify", shard}},
		{exitFailed, "junk.jqs", []string{"data", "repair", shard, filepath.Join(dir, "new.jqs")}},
		{exitUsage, "--workers", []string{"data", "verify", dir, "--workers=-1"}},
		{exitUsage, "--by", []string{"data", "stats", dir, "--by", "phase"}},
		{exitUsage, "--out", []string{"data", "split", shard}},
		{exitFailed, "junk.jqs", []string{"data", "split", shard, "--out", missing}},
		{exitUsage, "nothing for training", []string{"data", "split", shard, "--out", missing, "--gate-share", "1000"}},
		{exitFailed, "junk.jqs", []string{"data", "merge", shard, "--out", missing}},
		{exitFailed, "junk.jqs", []string{"data", "export", shard, "--out", missing}},
		{exitUsage, "--format", []string{"data", "export", shard, "--out", missing, "--format", "fixed41"}},
	})
}

// TestDataSplitMergeExport plays games on two machines, merges, splits, exports and counts them, and trains on two parts.
func TestDataSplitMergeExport(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	did := func(want string, args ...string) string {
		t.Helper()
		code, out, stderr := call(t, "", args...)
		if code != exitDone || !strings.Contains(out, want) {
			t.Fatalf("%q: exit %d, output %q, errors %q", args, code, out, stderr)
		}
		return out
	}
	play := []string{"selfplay", "--nodes", "20", "--net", "material", "--games", "30", "--out"}
	did("games 30", append(play, at("left"))...)
	did("games 30", append(play, at("right"), "--first", "30")...)
	did("games 60 (0 to 59)\nmissing 0\n", "data", "merge", at("left"), at("right"), "--out", at("games"))
	code, _, stderr := call(t, "", "data", "merge", at("left"), at("games"), "--out", at("again"))
	if code != exitFailed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "game 0 is both in") {
		t.Errorf("overlap: exit %d, %q", code, stderr)
	}
	shares := []string{"--gate-share", "200", "--validation-share", "200"}
	did("train games", append([]string{"data", "split", at("games"), "--out", at("parts")}, shares...)...)
	did("faults 0", "data", "verify", at("parts/train"), at("parts/gate"))
	did("train.fixed40 positions", append([]string{"data", "export", at("games"), "--out", at("records")}, shares...)...)
	stats := did("first reveal of red   chariot", "data", "stats", at("games"), "--plots", at("charts"))
	if again := did("", "data", "stats", at("parts/train"), at("parts/validation"), at("parts/gate")); last(again) != last(stats) {
		t.Errorf("parts have %s, the whole %s", last(again), last(stats))
	}
	config := written(t, "small.toml", "samples = 2000\nsuperbatch = 1000\nbatch = 256\nlabel_scale = 150.0\nsplit = { gate = 200, validation = 200 }\n")
	trained := did("parameters", "train", "--data", at("parts/train"), at("parts/validation"), "--config", config, "--out", at("train"))
	if !strings.Contains(trained, "samples 20") {
		t.Errorf("trained: %s", trained)
	}
}
