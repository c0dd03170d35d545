package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnclaimed(t *testing.T) {
	dir := t.TempDir()
	if err := Unclaimed(filepath.Join(dir, "none"), "a.json"); err != nil {
		t.Errorf("no folder: %v", err)
	}
	for _, name := range []string{"a.json", ".a.json.17.tmp"} {
		mustWrite(t, filepath.Join(dir, name), nil)
	}
	if err := Unclaimed(dir, "b.json", "a.json"); err != nil {
		t.Errorf("our files: %v", err)
	}
	if err := Unclaimed(dir, "b.json"); err == nil || !strings.Contains(err.Error(), "which is not of this work") {
		t.Errorf("another's files: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "b.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Unclaimed(dir, "b.json", "a.json"); err == nil {
		t.Error("a folder was taken for a file")
	}
}

func TestWriteFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "new", "out")
	write := func(temporary string) error {
		if _, err := os.Stat(dir); err == nil {
			t.Error("it is there before all of it is written")
		}
		return os.WriteFile(filepath.Join(temporary, "a"), []byte("whole"), 0o644)
	}
	// What a kill leaves: a folder under the temporary name.
	torn := filepath.Join(parent, "new", ".out.0.tmp")
	if err := os.MkdirAll(filepath.Join(torn, "half"), 0o755); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("full")
	if err := WriteFolder(dir, func(temporary string) error { return errors.Join(write(temporary), failure) }); !errors.Is(err, failure) {
		t.Errorf("failure: %v", err)
	}
	mustBeEmpty(t, filepath.Dir(dir))
	if err := os.MkdirAll(filepath.Join(torn, "half"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(dir, write); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != "a" {
		t.Errorf("it holds %v, %v", entries, err)
	}
	if err := WriteFolder(dir, write); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("a second time: %v", err)
	}
	busy := filepath.Join(parent, "busy")
	err := WriteFolder(busy, func(string) error { return WriteFolder(busy, write) })
	if !errors.Is(err, ErrInUse) {
		t.Errorf("two writers: %v", err)
	}
}

func mustBeEmpty(t *testing.T, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%s holds %v, %v", dir, entries, err)
	}
}
