package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recordedRun is the folder of a run that a version without checksums in its journals played;
// networks, parameters and some outcomes of stages are left out.
const recordedRun = "testdata/run-without-checksums"

// TestReadersChangeNothing asks everything there is to ask of a run that is half-way through a line
// in each of its journals. All of them answer, and leave every file as it was.
func TestReadersChangeNothing(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(run, os.DirFS(recordedRun)); err != nil {
		t.Fatal(err)
	}
	round := filepath.Join(run, "rounds", "001")
	games, gate := filepath.Join(round, "selfplay"), filepath.Join(round, "gate")
	for _, journal := range []string{filepath.Join(run, "registry.jsonl"), filepath.Join(games, "manifest.jsonl"),
		filepath.Join(round, "train", "log.jsonl"), filepath.Join(gate, "pairs.jsonl")} {
		tear(t, journal)
	}
	before := contents(t, run)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"champion hce", []string{"round", "status", "--run", run}},
		{"faults 0", []string{"data", "verify", games}},
		{"games 60", []string{"data", "stats", games}},
		{"games 60", []string{"data", "stats", run}},
		{`"phrase":"recorded`, []string{"data", "head", games}},
		{"20 games", []string{"match", "verdict", gate}},
		{"matching 3785", []string{"data", "dump", run, "--count"}},
		{"as black knows it", []string{"data", "view", games}},
		{"startpos\t", []string{"data", "games", games}},
		{"startpos\t", []string{"match", "games", gate}},
	} {
		if code, out, stderr := call(t, "", c.args...); code != exitDone || !strings.Contains(out, c.want) {
			t.Errorf("%q: exit %d, output %q, errors %q", c.args, code, out, stderr)
		}
		if after := contents(t, run); after != before {
			t.Fatalf("%q changed the run:\n%s\nwas\n%s", c.args, after, before)
		}
	}
}

// TestADamagedJournalIsOneLine changes a digit in a journal and asks for an error that helps.
func TestADamagedJournalIsOneLine(t *testing.T) {
	run := t.TempDir()
	if err := os.CopyFS(run, os.DirFS(recordedRun)); err != nil {
		t.Fatal(err)
	}
	registry := filepath.Join(run, "registry.jsonl")
	if err := os.WriteFile(registry, []byte(`{"kind":"promoted","round":1,"network":"jq-b","crc32c":"00000000"}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(t, "", "round", "status", "--run", run)
	if code != exitFailed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, registry+": line 1: checksum") ||
		!strings.Contains(stderr, "remove the line") {
		t.Errorf("exit %d, errors %q", code, stderr)
	}
}

// tear leaves half a line at the end of a journal, as a kill or a write in progress does.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"half":"a li`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents returns names, times of change and bytes of all files below dir, as text to compare.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v", path, info.ModTime())
		if !e.IsDir() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %q", text)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
