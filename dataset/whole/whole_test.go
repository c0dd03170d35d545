package whole

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// contents returns the names in dir, and the text of the file x there.
func contents(t *testing.T, dir string) (names []string, x string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	text, err := os.ReadFile(filepath.Join(dir, "x"))
	if err != nil {
		t.Fatal(err)
	}
	return names, string(text)
}

func TestWriteReplacesTheFileOrLeavesIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("disk full")
	err := Write(path, func(w io.Writer) error {
		if _, err := w.Write([]byte("half")); err != nil {
			return err
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
	if names, x := contents(t, dir); len(names) != 1 || x != "old" {
		t.Errorf("folder holds %v, the file %q", names, x)
	}
	if err := WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if names, x := contents(t, dir); len(names) != 1 || x != "new" {
		t.Errorf("folder holds %v, the file %q", names, x)
	}
	if err := WriteFile(filepath.Join(dir, "missing", "x"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want a missing folder", err)
	}
}

func TestWriteClearsUpAfterKilledWriters(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := os.WriteFile(filepath.Join(dir, ".x.123.tmp"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Write(path, func(w io.Writer) error {
		half, err := os.ReadDir(dir) // what a kill now would leave
		if err != nil || len(half) != 1 || !temporaryOf(path, half[0].Name()) {
			t.Errorf("in the middle of a write the folder holds %v, error %v", half, err)
		}
		_, err = w.Write([]byte("new"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if names, _ := contents(t, dir); len(names) != 1 {
		t.Errorf("folder holds %v", names)
	}
	for _, other := range []string{".x.y.123.tmp", ".x.123", "x.123.tmp", ".x.tmp", ".y.123.tmp"} {
		if temporaryOf(path, other) {
			t.Errorf("%s is taken for a half-written x", other)
		}
	}
}
