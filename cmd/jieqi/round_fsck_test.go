package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFsck damages files of a finished run one at a time, of every kind there is: each is named, and the run is clean again
// when it is back. Lost files that follow from the rest are made again.
func TestFsck(t *testing.T) {
	run := shortRun(t)
	fsck := func() (int, string) {
		code, out, stderr := call(t, "", "round", "fsck", "--run", run)
		return code, out + stderr
	}
	if code, said := fsck(); code != exitDone || !strings.Contains(said, "clean\n") || !strings.Contains(said, "rounds 1\ngames 100\n") {
		t.Fatalf("a sound run: exit %d, %s", code, said)
	}
	const round = "rounds/001/"
	networks := filepath.Join(run, "networks", "*")
	names := []string{
		"registry.jsonl", round + "machine.json",
		round + "selfplay/0000000000.jqs", round + "selfplay/manifest.jsonl",
		round + "selfplay.done.json", round + "verify.done.json", round + "train.done.json", round + "quantise.done.json",
		round + "train/log.jsonl", round + "train/best.safetensors",
		round + "gate/plan.json", round + "gate/manifest.json", round + "gate/pairs.jsonl", round + "gate/result.json",
		round + "yardstick/pairs.jsonl", round + "yardstick.done.json",
		"networks/" + filepath.Base(only(t, networks+".nnue")), "networks/" + filepath.Base(only(t, networks+".safetensors")),
	}
	for _, name := range names {
		path := filepath.Join(run, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other := text[:len(text)/2]
		if filepath.Ext(name) != ".json" { // these have checksums: a bit is enough
			other = append([]byte{}, text...)
			other[len(other)/2] ^= 0x10
		}
		write(t, path, other)
		if code, said := fsck(); code != exitFailed || !strings.Contains(said, filepath.Base(name)) {
			t.Errorf("%s damaged: exit %d, %s", name, code, said)
		}
		write(t, path, text)
	}
	for _, derived := range []string{"champion", "report/index.html"} {
		path := filepath.Join(run, derived)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		code, said := fsck()
		if after, err := os.ReadFile(path); code != exitDone || err != nil || string(after) != string(before) {
			t.Errorf("%s lost: exit %d, error %v, %s", derived, code, err, said)
		}
	}
	if err := os.RemoveAll(filepath.Join(run, round+"selfplay")); err != nil {
		t.Fatal(err)
	}
	if code, said := fsck(); code != exitDone || !strings.Contains(said, "gone ") {
		t.Errorf("games gone: exit %d, %s", code, said)
	}
	if code, _, stderr := call(t, "", "round", "fsck", "--run", t.TempDir()); code != exitFailed || !strings.Contains(stderr, "no run") {
		t.Errorf("no run: exit %d, %s", code, stderr)
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
