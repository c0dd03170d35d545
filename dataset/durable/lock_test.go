package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "here")
	f, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("locked twice: %v", err)
	}
	if used, err := InUse(dir); !used || err != nil {
		t.Errorf("locked, but in use: %v, %v", used, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	for _, free := range []string{dir, filepath.Join(dir, "missing")} {
		if used, err := InUse(free); used || err != nil {
			t.Errorf("%s: in use: %v, %v", free, used, err)
		}
	}
	g, err := Lock(dir)
	if err != nil {
		t.Fatalf("not free again: %v", err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	file := filepath.Join(dir, "x")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file in the folder's place: %v", err)
	}
}
