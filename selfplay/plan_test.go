package selfplay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// TestMissing marks games one by one instead of cutting spans.
func TestMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Uint64Range(0, 30).Draw(t, "first")
		whole := span{first, first + rapid.Uint64Range(1, 60).Draw(t, "games")}
		size := rapid.Uint64Range(1, 20).Draw(t, "size")
		var taken []span
		left := map[uint64]bool{}
		for i := whole.first; i < whole.end; i++ {
			left[i] = true
		}
		for at := uint64(0); at < 100; {
			s := span{first: at + rapid.Uint64Range(0, 20).Draw(t, "gap")}
			s.end = s.first + rapid.Uint64Range(1, 20).Draw(t, "taken")
			at = s.end
			taken = append(taken, s)
			for i := s.first; i < s.end; i++ {
				delete(left, i)
			}
		}
		before := whole.first
		for _, s := range missing(whole, taken, size) {
			if s.games() == 0 || s.games() > size || s.first < before || s.first/size != (s.end-1)/size {
				t.Fatalf("span %+v after game %d, cut at %d", s, before, size)
			}
			before = s.end
			for i := s.first; i < s.end; i++ {
				if !left[i] {
					t.Fatalf("game %d is there already, or twice", i)
				}
				delete(left, i)
			}
		}
		if len(left) > 0 {
			t.Fatalf("games left out: %v", left)
		}
	})
}

func TestFolderRefuses(t *testing.T) {
	dir := t.TempDir()
	c := testConfig(6)
	c.Nodes = 20
	want := mustRun(t, c, dir).ContentHash
	run := func(change func(*Config)) error {
		c := c
		c.Resume = true
		change(&c)
		_, err := Run(context.Background(), c, testFactory(), dir, nil)
		return err
	}
	for want, change := range map[string]func(*Config){
		"already holds games":                                             func(c *Config) { c.Resume = false },
		"another run: nodes was 20, now 21; choose":                       func(c *Config) { c.Nodes++ },
		"phrase was self-play tests, now another":                         func(c *Config) { c.Phrase = "another" },
		"opening.tries was 8, now 9; win.plies was 4, now 0; phrase was ": func(c *Config) { c.Opening.Tries, c.Win.Plies, c.Phrase = 9, 0, "x" },
	} {
		if err := run(change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %q", err, want)
		}
	}
	lock, err := durable.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(func(*Config) {}); !errors.Is(err, durable.ErrInUse) {
		t.Errorf("in use: %v", err)
	}
	lock.Close()
	if s := mustRun(t, resumed(c), dir); s.ContentHash != want || s.Run.Played != 0 {
		t.Errorf("a complete run played %d games; content hash %s, want %s", s.Run.Played, s.ContentHash, want)
	}
}

func resumed(c Config) Config {
	c.Resume = true
	return c
}

// TestRunsCanGrow asks for more games later, before and after those there are: the whole is as if
// asked for at once.
func TestRunsCanGrow(t *testing.T) {
	c := testConfig(30)
	c.Nodes = 20
	want := mustRun(t, c, t.TempDir()).ContentHash
	dir := t.TempDir()
	for _, part := range []span{{9, 14}, {9, 30}, {0, 30}} {
		c.First, c.Games, c.Resume = part.first, int(part.games()), true
		s := mustRun(t, c, dir)
		if s.Games != part.games() {
			t.Errorf("%d games after asking for %d", s.Games, part.games())
		}
		if part.games() == 30 && s.ContentHash != want {
			t.Errorf("content hash %s, want %s", s.ContentHash, want)
		}
	}
	mustVerify(t, dir)
}

// TestManifestLineIsCaughtUp removes the line that a kill after the renaming would have left out.
func TestManifestLineIsCaughtUp(t *testing.T) {
	c := testConfig(4)
	c.Nodes = 20
	dir := t.TempDir()
	mustRun(t, c, dir)
	name := filepath.Join(dir, dataset.ManifestName)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	mustRun(t, resumed(c), dir)
	if after, err := os.ReadFile(name); err != nil || !slices.Equal(before, after) {
		t.Errorf("manifest %q, error %v, want %q", after, err, before)
	}
}
