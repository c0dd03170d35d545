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
	sound := shortRun(t)
	registry, err := os.ReadFile(filepath.Join(sound, "registry.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	network := "networks/" + filepath.Base(only(t, filepath.Join(sound, "networks", "*.nnue")))
	const round, shard = "rounds/001/", "rounds/001/selfplay/0000000000.jqs"
	for i, c := range []struct {
		damaged string
		without []string // lost before
		remove  []string // by the remedy
	}{
		{damaged: round + "machine.json"},
		{damaged: round + "train.done.json"},
		{damaged: round + "gate/result.json"},
		{damaged: round + "selfplay/suspended.games", without: []string{shard, round + "selfplay.done.json"}},
		{damaged: shard + ".partial", without: []string{shard, round + "selfplay.done.json", round + "selfplay/manifest.jsonl"}},
		{damaged: shard, remove: []string{round + "selfplay.done.json"}},
		{damaged: shard, without: []string{round + "verify.done.json"}, remove: []string{round + "selfplay.done.json"}},
		{damaged: shard, without: []string{round + "train.done.json", round + "train/result.json"}, remove: []string{round + "selfplay.done.json"}},
		{damaged: round + "gate/plan.json"},
		{damaged: round + "gate/plan.json", without: []string{round + "gate/result.json"}},
		{damaged: round + "train/best.safetensors", without: []string{round + "quantise.done.json"}, remove: []string{round + "train", round + "train.done.json"}},
		{damaged: round + "train/result.json", without: []string{round + "train.done.json"}},
		{damaged: network, remove: []string{round + "quantise.done.json"}},
	} {
		run := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(run, os.DirFS(sound)); err != nil {
			t.Fatal(err)
		}
		removeAll(t, run, c.without)
		text := []string{"junk", "", "{}"}[i%3]
		if err := os.WriteFile(filepath.Join(run, c.damaged), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := call(t, "", "round", "run", "--run", run, "--rounds", "1")
		said := stderr[strings.LastIndex(strings.TrimSpace(stderr), "\n")+1:]
		if code != exitFailed || !strings.Contains(said, filepath.Base(c.damaged)) || !strings.Contains(said, "remove ") {
			t.Errorf("%s holding %q: exit %d, %s", c.damaged, text, code, said)
		}
		removeAll(t, run, append(c.remove, c.damaged))
		runToEnd(t, "round", "run", "--run", run, "--rounds", "1")
		if now, err := os.ReadFile(filepath.Join(run, "registry.jsonl")); err != nil || !bytes.Equal(now, registry) {
			t.Errorf("%s: the registry is another, error %v", c.damaged, err)
		}
	}
}

// TestDamagedJournalsOfAFinishedRun changes a line in each journal of a finished run: it is found though nothing needs it
// any more, and named with what to do.
func TestDamagedJournalsOfAFinishedRun(t *testing.T) {
	sound := shortRun(t)
	const round = "rounds/001/"
	for _, name := range []string{"registry.jsonl", round + "selfplay/manifest.jsonl", round + "train/log.jsonl",
		round + "gate/pairs.jsonl", round + "yardstick/pairs.jsonl"} {
		path := filepath.Join(sound, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other := append([]byte(`{"changed":1,`), text[1:]...)
		if err := os.WriteFile(path, other, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"run", "status"} {
			code, _, stderr := call(t, "", "round", command, "--run", sound)
			if code != exitFailed || !strings.Contains(stderr, name+": line 1: checksum") || !strings.Contains(stderr, "restore the file") {
				t.Errorf("%s: %s: exit %d, %s", name, command, code, stderr)
			}
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shortRun plays one round of few games and steps.
func shortRun(t *testing.T) string {
	t.Helper()
	run := filepath.Join(t.TempDir(), "run")
	short := strings.NewReplacer("games = 300", "games = 100", "samples = 40000", "samples = 8000").Replace(tinyRun)
	runToEnd(t, "round", "run", "--run", run, "--config", written(t, "short.toml", short), "--rounds", "1")
	return run
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
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}
