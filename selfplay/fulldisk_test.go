//go:build linux || darwin

package selfplay

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

func limitFiles(limit string) error {
	var n uint64
	if _, err := fmt.Sscan(limit, &n); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
}

// TestFullDisk plays with a limit on the size of files: the run must fail with a clear error, keep
// every whole block, and go on from there when there is room again.
func TestFullDisk(t *testing.T) {
	want := mustRun(t, killConfig(), t.TempDir()).ContentHash
	for _, limit := range []int{100, 900, 3000} {
		dir := t.TempDir()
		out, err := childCommand(t, fmt.Sprintf("%s:%d", dir, limit)).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "file too large") || !strings.Contains(string(out), "resume") {
			t.Fatalf("limit %d: error %v, output %s", limit, err, out)
		}
		c := killConfig()
		c.Resume = true
		kept := 0
		s, err := Run(context.Background(), c, testFactory(), dir, func(p Progress) { kept = p.Games - p.Played })
		if err != nil {
			t.Fatal(err)
		}
		if s.ContentHash != want {
			t.Errorf("limit %d: content hash %s, want %s", limit, s.ContentHash, want)
		}
		if limit == 3000 && kept < c.BlockGames {
			t.Errorf("limit %d: only %d games were kept", limit, kept)
		}
		mustVerify(t, dir)
	}
}

// TestRescoreFullDisk does the same while positions are searched again.
func TestRescoreFullDisk(t *testing.T) {
	parents, c := testParents(t, 40), testRescoring()
	want := mustRescore(t, c, t.TempDir(), parents).ContentHash
	for _, limit := range []int{100, 1500, 2500} {
		dir := t.TempDir()
		out, err := childCommand(t, fmt.Sprintf("%s:%s:%d", dir, parents, limit)).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "file too large") || !strings.Contains(string(out), "resume") {
			t.Fatalf("limit %d: error %v, output %s", limit, err, out)
		}
		c.Resume = true
		kept := 0
		s, err := Rescore(context.Background(), c, testFactory(), []string{parents}, dir, func(p Progress) { kept = p.Games - p.Played })
		if err != nil {
			t.Fatal(err)
		}
		if s.ContentHash != want {
			t.Errorf("limit %d: content hash %s, want %s", limit, s.ContentHash, want)
		}
		if limit == 2500 && kept < 4 {
			t.Errorf("limit %d: only %d games were kept", limit, kept)
		}
		mustVerify(t, dir)
	}
}
