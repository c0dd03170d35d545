package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestReadLimited(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("0123456789"), 0o644); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]string{4: "01234", 9: "0123456789", 10: "0123456789", 99: "0123456789"} {
		if got, err := ReadLimited(path, limit); err != nil || string(got) != want {
			t.Errorf("limit %d: %q, %v, want %q", limit, got, err, want)
		}
	}
	if _, err := ReadLimited(path+".missing", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
