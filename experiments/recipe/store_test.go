package recipe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStoresOfOthersAreRefused(t *testing.T) {
	store := t.TempDir()
	if err := checkStore(store); err != nil {
		t.Errorf("empty: %v", err)
	}
	if err := checkStore(filepath.Join(store, "none")); err != nil {
		t.Errorf("not there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(store, "notes"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := checkStore(store); err == nil || !strings.Contains(err.Error(), "notes") {
		t.Errorf("somebody's folder: %v", err)
	}
	if err := os.Mkdir(filepath.Join(store, kindMatch), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := checkStore(store); err != nil {
		t.Errorf("a store: %v", err)
	}
}
