package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamageNamesItsRemedy damages files of a finished run one at a time: the run is refused with one line that names
// the file and what may be removed, and, with that removed, ends as it had ended.
func TestDamageNamesItsRemedy(t *testing.T) {
	sound := filepath.Join(t.TempDir(), "run")
	config := written(t, "tiny.toml", tinyRun)
	runToEnd(t, "round", "run", "--run", sound, "--config", config, "--rounds", "1")
	registry, err := os.ReadFile(filepath.Join(sound, "registry.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	network := "networks/" + filepath.Base(only(t, filepath.Join(sound, "networks", "*.nnue")))
	const round, shard = "rounds/001/", "rounds/001/selfplay/0000000000.jqs"
	for _, c := range []struct {
		damaged string
		without []string // lost before
		remove  []string // by the remedy
	}{
		{damaged: round + "machine.json"},
		{damaged: round + "train.done.json"},
		{damaged: round + "gate/result.json"},
		{damaged: shard + ".partial", without: []string{shard, round + "selfplay.done.json", round + "selfplay/manifest.jsonl"}},
		{damaged: round + "selfplay/suspended.games", without: []string{shard, round + "selfplay.done.json"}},
		{damaged: shard, remove: []string{round + "selfplay.done.json"}},
		{damaged: shard, without: []string{round + "verify.done.json"}, remove: []string{round + "selfplay.done.json"}},
		{damaged: network, remove: []string{round + "quantise.done.json"}},
	} {
		run := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(run, os.DirFS(sound)); err != nil {
			t.Fatal(err)
		}
		removeAll(t, run, c.without)
		if err := os.WriteFile(filepath.Join(run, c.damaged), []byte("junk"), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := call(t, "", "round", "run", "--run", run, "--rounds", "1")
		said := stderr[strings.LastIndex(strings.TrimSpace(stderr), "\n")+1:]
		if code != exitFailed || !strings.Contains(said, filepath.Base(c.damaged)) || !strings.Contains(said, "remove ") {
			t.Errorf("%s: exit %d, %s", c.damaged, code, said)
		}
		removeAll(t, run, append(c.remove, c.damaged))
		runToEnd(t, "round", "run", "--run", run, "--rounds", "1")
		if now, err := os.ReadFile(filepath.Join(run, "registry.jsonl")); err != nil || !bytes.Equal(now, registry) {
			t.Errorf("%s: the registry is another, error %v", c.damaged, err)
		}
	}
}

// only returns the one file that matches.
func only(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %v, %v", pattern, files, err)
	}
	return files[0]
}

func removeAll(t *testing.T, dir string, names []string) {
	t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}
