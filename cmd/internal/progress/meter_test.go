package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
