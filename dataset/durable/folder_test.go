package durable

import (
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
