package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDataRescore searches some positions of a few games again, and reads parents and copy together.
func TestDataRescore(t *testing.T) {
	games, deeper := filepath.Join(t.TempDir(), "games"), filepath.Join(t.TempDir(), "deeper")
	if code, _, stderr := call(t, "", "selfplay", "--out", games, "--games", "6", "--nodes", "50"); code != exitDone {
		t.Fatal(stderr)
	}
	rescore := []string{"data", "rescore", games, "--nodes", "100", "--sample", "300", "--out", deeper}
	code, out, stderr := call(t, "", rescore...)
	if code != exitDone || !strings.HasPrefix(out, "games 6\npositions ") || !strings.Contains(out, "\nunscored ") {
		t.Fatalf("exit %d, output %q, errors %q", code, out, stderr)
	}
	if _, head, _ := call(t, "", "data", "head", deeper); !strings.Contains(head, `"rescored":{"nodes":100,"per_mille":300,`) {
		t.Errorf("header %s", head)
	}
	if code, both, _ := call(t, "", "data", "verify", games, deeper); code != exitDone || !strings.Contains(both, "games 12\n") {
		t.Errorf("exit %d, together %s", code, both)
	}
	if code, _, stderr := call(t, "", rescore...); code != exitFailed || !strings.Contains(stderr, "already holds games") {
		t.Errorf("a second time: exit %d, %s", code, stderr)
	}
	if code, again, _ := call(t, "", append(rescore, "--resume")...); code != exitDone || last(again) != last(out) {
		t.Errorf("resumed: exit %d, %q, want the same hash as %q", code, again, out)
	}
}

// last returns the last line of a text.
func last(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func TestDataRescoreBadInput(t *testing.T) {
	shard := written(t, "junk.jqs", "junk")
	missing := absent(t)
	checkRefusals(t, []refusal{
		{exitUsage, "--nodes", []string{"data", "rescore", shard, "--out", missing}},
		{exitUsage, "nodes", []string{"data", "rescore", shard, "--out", missing, "--nodes", "0"}},
		{exitUsage, "sample 0", []string{"data", "rescore", shard, "--out", missing, "--nodes", "9", "--sample", "0"}},
		{exitUsage, "hash -1", []string{"data", "rescore", shard, "--out", missing, "--nodes", "9", "--hash=-1"}},
		{exitUsage, "names no evaluation", []string{"data", "rescore", shard, "--out", missing, "--nodes", "9", "--net", "uci:x"}},
		{exitFailed, "junk.jqs", []string{"data", "rescore", shard, "--out", missing, "--nodes", "9"}},
	})
}
