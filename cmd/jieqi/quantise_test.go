package main

import (
	"path/filepath"
	"strings"
	"testing"

	"jieqi/nnue"
)

func TestQuantizeBadInput(t *testing.T) {
	junk := written(t, "junk.nnue", "junk")
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitFailed, "junk.nnue", []string{"quantize", junk, dir, "--holdout", dir}},
	})
}

// TestQuantizeWritesBeforeItAccepts has no place for the network: nothing may say then that it is accepted.
func TestQuantizeWritesBeforeItAccepts(t *testing.T) {
	dir := t.TempDir()
	games, params := filepath.Join(dir, "games"), filepath.Join(dir, "p.safetensors")
	if code, _, stderr := call(t, "", "selfplay", "--out", games, "--games", "20", "--nodes", "5", "--phrase", "accept"); code != exitDone {
		t.Fatal(stderr)
	}
	if err := nnue.NewParams(3).Save(params, nil); err != nil {
		t.Fatal(err)
	}
	settings := written(t, "s.toml", "split = { gate = 500, validation = 100 }\nlabel_scale = 300\n")
	args := []string{"quantize", params, filepath.Join(dir, "none", "n.nnue"), "--holdout", games, "--config", settings, "--trust-holdout"}
	if code, stdout, stderr := call(t, "", args...); code != exitFailed || stdout != "" || !strings.Contains(stderr, "n.nnue") {
		t.Errorf("no folder: exit %d, %q, %q", code, stdout, stderr)
	}
	args[2] = filepath.Join(dir, "n.nnue")
	if code, stdout, stderr := call(t, "", args...); code != exitDone || !strings.HasSuffix(stdout, "accepted\n") || stderr != "wrote "+args[2]+"\n" {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}
