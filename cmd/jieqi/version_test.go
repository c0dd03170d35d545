package main

import (
	"encoding/json"
	"strings"
	"testing"

	"jieqi/engine/bench"
	"jieqi/engine/notation"
)

func TestVersion(t *testing.T) {
	_, text, _ := call(t, "", "version")
	_, line, _ := call(t, "", "--version")
	if !strings.HasPrefix(text, line) || !strings.HasPrefix(line, "jieqi ") || strings.Count(line, "\n") != 1 {
		t.Errorf("version says %q, --version %q", text, line)
	}
	code, text, _ := call(t, "", "version", "--json")
	var about map[string]string
	if err := json.Unmarshal([]byte(text), &about); err != nil || code != exitDone || about["signature"] != bench.Signature() {
		t.Errorf("exit %d: %s", code, text)
	}
	if _, text, _ := call(t, "uci\nquit\n", "uci"); !strings.HasPrefix(text, "id name "+line) {
		t.Errorf("uci begins with %.40q, want %q", text, line)
	}
}

// Front ends start an engine without arguments.
func TestNoArguments(t *testing.T) {
	if code, text, stderr := call(t, "uci\nquit\n"); code != exitDone || !strings.Contains(text, "\nuciok\n") {
		t.Errorf("exit %d, %q, %q", code, text, stderr)
	}
}

// Editors on some systems begin a text with a byte order mark.
func TestByteOrderMarks(t *testing.T) {
	line := "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1\tb2e2R\n"
	_, want, _ := call(t, line, "replay")
	if code, got, _ := call(t, notation.ByteOrderMark+line, "replay"); code != exitDone || got != want {
		t.Errorf("replay: exit %d, %q, want %q", code, got, want)
	}
	dir := absent(t)
	for _, args := range [][]string{
		{"train", "--data", dir, "--out", dir, "--config"},
		{"round", "run", "--run", dir, "--config"},
		{"experiment", "recipe", "--store", dir},
	} {
		config := written(t, "config.toml", notation.ByteOrderMark+"[") // read so far that its own fault is found
		if code, _, stderr := call(t, "", append(args, config)...); code == exitDone || strings.Contains(stderr, "\ufeff") || !strings.Contains(stderr, "config.toml") {
			t.Errorf("%q: exit %d, %s", args, code, stderr)
		}
	}
}
