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

// TestTimeLeftIsJudgedByThisProcess goes on with a job most of which was done before: the rest takes as long as
// what is done now says.
func TestTimeLeftIsJudgedByThisProcess(t *testing.T) {
	var out strings.Builder
	m := &Meter{out: &out, label: "games"}
	m.Set(80_000, 250_000, "")
	m.start, m.last = m.start.Add(-40*time.Second), m.last.Add(-interval)
	m.Set(81_000, 250_000, "")
	if want := "games: 81000/250000 after 40s, 1h52m40s left"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if text := m.describe(); !strings.HasPrefix(text, "games, 1h52m40s left") {
		t.Errorf("before the bar %q", text)
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
