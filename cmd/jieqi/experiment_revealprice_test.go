package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/experiments/revealprice"
)

// TestRevealPrice audits a few reveals, asks the same command again and for JSON, and follows the same games.
func TestRevealPrice(t *testing.T) {
	games := []string{"--out", t.TempDir(), "--game-nodes", "30", "--workers", "2"}
	audit := append([]string{"experiment", "revealprice", "--reveals", "5", "--depth", "3", "--most-nodes", "2000", "--star1-reference", "1", "--off", "iir"}, games...)
	code, table, stderr := call(t, "", audit...)
	if code != exitDone || !strings.Contains(table, "\n| `star1` | ") || !strings.Contains(table, "switched off: iir.") {
		t.Fatalf("exit %d: %s%s", code, table, stderr)
	}
	if !strings.Contains(stderr, "games of bound: 2/2 ") || !strings.Contains(stderr, "\nreveals: 5/5 ") {
		t.Errorf("progress %q", stderr)
	}
	if code, again, _ := call(t, "", audit...); code != exitDone || again != table {
		t.Errorf("exit %d, the second time: %s", code, again)
	}
	code, out, _ := call(t, "", append(audit, "--json")...)
	var r struct {
		Methods []map[string]any `json:"methods"`
	}
	if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil || len(r.Methods) != 3 {
		t.Fatalf("exit %d, error %v: %s", code, err, out)
	}
	for _, key := range []string{"method", "mean_error", "rms", "work", "default"} {
		if _, ok := r.Methods[1][key]; !ok {
			t.Errorf("no %s in %v", key, r.Methods[1])
		}
	}
	drift := append([]string{"experiment", "drift", "--games", "2"}, games...)
	code, table, stderr = call(t, "", drift...)
	if code != exitDone || !strings.Contains(table, "\n| `shallow` | ") {
		t.Fatalf("exit %d: %s%s", code, table, stderr)
	}
	code, out, _ = call(t, "", append(drift, "--json")...)
	var d revealprice.Drift
	if err := json.Unmarshal([]byte(out), &d); code != exitDone || err != nil || d.Table() != table {
		t.Errorf("exit %d, error %v: %s", code, err, out)
	}
}

func TestRevealPriceBadInput(t *testing.T) {
	dir, filled := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(filled, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	study := func(name string, args ...string) []string { return append([]string{"experiment", name}, args...) }
	checkRefusals(t, []refusal{
		{exitUsage, "--out", study("revealprice")},
		{exitUsage, "--reveals 0", study("revealprice", "--out", dir, "--reveals", "0")},
		{exitUsage, "--depth 61", study("revealprice", "--out", dir, "--depth", "61")},
		{exitUsage, "--most-nodes 0", study("revealprice", "--out", dir, "--most-nodes", "0")},
		{exitUsage, "--off: no switch of the search is called \"nothing\"", study("revealprice", "--out", dir, "--off", "nothing")},
		{exitUsage, "--game-nodes 0", study("revealprice", "--out", dir, "--game-nodes", "0")},
		{exitUsage, "--net: \"strong\"", study("revealprice", "--out", dir, "--net", "strong")},
		{exitFailed, "notes.txt", study("revealprice", "--out", filled)},
		{exitUsage, "--out", study("drift")},
		{exitUsage, "--games 0", study("drift", "--out", dir, "--games", "0")},
		{exitUsage, "--workers", study("drift", "--out", dir, "--workers", "5000")},
	})
}
