//go:build linux || darwin

package durable

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk appends with a limit on the size of files, as a full disk would set it, at every byte of a line:
// the error says so, no half line is left, and the journal goes on when there is room.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	line, err := seal(fact{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	j, _ := mustOpen(t, path)
	mustAppend(t, j, fact{N: 1})
	before := mustRead(t, path)
	for room := range len(line) {
		j, _ := mustOpen(t, path)
		err := withLimit(t, uint64(len(before)+room), func() error { return j.Append(fact{N: 2}) })
		if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), path) {
			t.Fatalf("room for %d bytes: error %v", room, err)
		}
		if got := mustRead(t, path); !bytes.Equal(got, before) {
			t.Fatalf("room for %d bytes: left %q", room, got)
		}
	}
	j, _ = mustOpen(t, path)
	mustAppend(t, j, fact{N: 2})
	if got := mustRead(t, path); !bytes.Equal(got, append(before, line...)) {
		t.Errorf("with room again: %q", got)
	}
}

// withLimit does work while no file may grow beyond size.
func withLimit(t *testing.T, size uint64, work func() error) error {
	t.Helper()
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Error(err)
		}
	}()
	return work()
}
