package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestProfile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cpu.pprof")
	if code, out, stderr := call(t, "", "perft", "startpos", "1", "--profile", path); code != exitDone || out == "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) { // a profile is gzipped
		t.Errorf("%d bytes, error %v", len(text), err)
	}
	checkRefusals(t, []refusal{
		{exitFailed, "--profile", []string{"perft", "startpos", "1", "--profile", filepath.Join(path, "x")}},
		{exitUsage, "--profile is empty", []string{"perft", "startpos", "1", "--profile", ""}},
	})
}
