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
	if err := f.Close(); err != nil {
		t.Error(err)
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
