package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
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
}

// TestErrorsNameThePath asks for what the caller named, in one line and without the temporary file's name.
func TestErrorsNameThePath(t *testing.T) {
	dir := t.TempDir()
	missing, taken := filepath.Join(dir, "missing", "x"), filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{WriteFile(missing, nil), Probe(missing)} {
		if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), filepath.Dir(missing)+": ") {
			t.Errorf("error %v, want a missing folder", err)
		}
	}
	closed := Write(filepath.Join(dir, "x"), func(w io.Writer) error {
		w.(namelessWriter).file.Close()
		_, err := w.Write([]byte("late"))
		return err
	})
	for path, err := range map[string]error{missing: WriteFile(missing, nil), taken: WriteFile(taken, nil), filepath.Join(dir, "x"): closed} {
		if err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") || strings.Contains(err.Error(), tempExt) {
			t.Errorf("error %v, want one that names %s alone", err, path)
		}
	}
}

func TestProbe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Probe(path); err != nil {
		t.Error(err)
	}
	if names, x := contents(t, dir); len(names) != 1 || x != "old" {
		t.Errorf("folder holds %v, the file %q", names, x)
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
