package progress

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestPlainFileGetsOneClosingLine(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	m := New(f, "games")
	for i := range int64(10) {
		m.Set(i+1, 10, "12 games/s")
	}
	m.Close()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(text), "\n"); got != 1 {
		t.Errorf("%d lines within a second, want only the closing one: %q", got, text)
	}
	if !strings.HasPrefix(string(text), "games: 10/10 after 0s 12 games/s") {
		t.Errorf("closing line %q", text)
	}
}

func TestStagesLeaveAClosingLineEach(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewStages(f)
	s.Close() // before the first: nothing to end
	s.Set("read", 1, 2, "")
	s.Set("read", 2, 2, "")
	s.Set("fit", 3, 9, "loss 0.5")
	s.Close()
	s.Close()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "read: 2/2 after 0s") || !strings.HasPrefix(lines[1], "fit: 3/9 after 0s") {
		t.Errorf("%q", lines)
	}
}

func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		elapsed     time.Duration
		done, total int64
		want        string
	}{
		{time.Minute, 0, 10, ""},
		{time.Minute, 10, 10, ""},
		{time.Minute, 4, 10, "1m30s left"},
		{10 * time.Second, 1, 1 << 40, "more than a year left"},
		{time.Hour, 1, math.MaxInt64, "more than a year left"},
	} {
		if got := remaining(c.elapsed, c.done, c.total); got != c.want {
			t.Errorf("%d of %d after %v: %q, want %q", c.done, c.total, c.elapsed, got, c.want)
		}
	}
}

func TestAMeterThatNeverBeganWritesNothing(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	New(f, "games").Close()
	if info, err := f.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("%d bytes written, error %v", info.Size(), err)
	}
}
