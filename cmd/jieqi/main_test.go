package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program in this process and returns its exit code and what it wrote.
func call(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	errFile, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer errFile.Close()
	var out bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, errFile)
	text, err := os.ReadFile(errFile.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String(), string(text)
}

// refusal is a command line that must be refused.
type refusal struct {
	code int
	want string // what the message names
	args []string
}

// checkRefusals asks that everything wrong gets one line that says what and where, and the right code.
func checkRefusals(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, c := range refusals {
		code, _, stderr := call(t, "", c.args...)
		if code != c.code {
			t.Errorf("%q: exit %d, want %d (%s)", c.args, code, c.code, stderr)
		}
		line := strings.TrimSuffix(stderr, "\n")
		if strings.Contains(line, "\n") || !strings.HasPrefix(line, "jieqi: ") || !strings.Contains(line, c.want) {
			t.Errorf("%q: message %q, want one line that names %q", c.args, stderr, c.want)
		}
	}
}

// written returns the path of a new file with a text in it.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// absent returns a path, called missing, where nothing is, and asks in the end that no refused command put
// anything there.
func absent(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "missing")
	t.Cleanup(func() {
		if _, err := os.Stat(path); err == nil {
			t.Error("a refused command made its folder")
		}
	})
	return path
}

func TestUnknownCommand(t *testing.T) {
	checkRefusals(t, []refusal{
		{exitUsage, "unexpected argument", []string{"prft"}},
	})
}

// TestASignalIsNamed ends work that says no more than that its context ended, and in several lines.
func TestASignalIsNamed(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("hangup signal received"))
	for code, err := range map[int]error{
		exitFailed: errors.Join(fmt.Errorf("pair 3: %w", context.Canceled), errors.New("close: no")),
		exitUsage:  usageError{context.Canceled},
	} {
		var out strings.Builder
		if got := exitCode(ctx, err, &out); got != code || strings.Contains(out.String(), "canceled") || !strings.Contains(out.String(), "hangup") ||
			strings.Count(out.String(), "\n") != 1 {
			t.Errorf("exit %d, %q", got, out.String())
		}
	}
}

// TestHelpSaysWhatIsRequired asks that of flags that exclude each other none is called required.
func TestHelpSaysWhatIsRequired(t *testing.T) {
	_, out, _ := call(t, "", "match", "run", "--help")
	usage, _, _ := strings.Cut(out, "\n")
	if strings.Contains(usage, "--nodes") || !strings.Contains(usage, "--phrase") || !strings.Contains(out, "exactly one of") {
		t.Errorf("help %q", out)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"perft", "--help"}, {"selfplay", "--help"}, {"data", "verify", "--help"}, {"data", "rescore", "--help"}, {"data", "dump", "--help"}, {"data", "games", "--help"}, {"data", "view", "--help"}, {"match", "games", "--help"}, {"train", "--help"},
		{"quantize", "--help"}, {"gate", "--help"}, {"match", "run", "--help"}, {"match", "verdict", "--help"}, {"experiment", "ablate", "--help"}, {"experiment", "hcefit", "--help"}, {"round", "run", "--help"}, {"uci", "--help"}, {"replay", "--help"}, {"net", "show", "--help"}, {"net", "diff", "--help"},
	} {
		code, out, stderr := call(t, "", args...)
		if code != exitDone || stderr != "" {
			t.Errorf("%q: exit %d, errors %q", args, code, stderr)
		}
		if want := "jieqi " + strings.Join(args[:len(args)-1], " "); !strings.Contains(out, strings.TrimSpace(want)) {
			t.Errorf("%q: no example in %q", args, out)
		}
	}
}
