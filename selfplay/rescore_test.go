package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

// testRescoring searches some of the positions.
func testRescoring() Rescoring {
	c := DefaultRescoring()
	c.Nodes, c.PerMille, c.HashMB, c.Workers = 90, 400, 1, 2
	return c
}

// testParents plays the games of testConfig and returns their folder.
func testParents(t testing.TB, games int) string {
	t.Helper()
	dir := t.TempDir()
	mustRun(t, testConfig(games), dir)
	return dir
}

func mustRescore(t testing.TB, c Rescoring, dir string, parents ...string) RescoreSummary {
	t.Helper()
	s, err := Rescore(context.Background(), c, testFactory(), parents, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// allGames returns the games of a folder in order.
func allGames(t testing.TB, dir string) []dataset.Game {
	t.Helper()
	a, err := dataset.OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var all []dataset.Game
	for b := range a.Blocks() {
		games, err := a.Games(b)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
	}
	return all
}

// TestRescoreAgainstDirectSearches searches each position drawn by hand, with an engine made for it alone.
func TestRescoreAgainstDirectSearches(t *testing.T) {
	cfg, parents, dir := testRescoring(), testParents(t, 6), t.TempDir()
	cfg.Nodes = 500
	mustRescore(t, cfg, dir, parents)
	old, games := allGames(t, parents), allGames(t, dir)
	searched, changed := 0, 0
	for i := range games {
		g, table := &games[i], dealer.New(old[i].Deal, rules.Tiantian)
		drawn := dataset.NewDraw(testConfig(1).Phrase, cfg.PerMille).Game(g.Index, len(old[i].Plies), nil)
		for ply, was := range old[i].Plies {
			want := was
			want.Score, want.Flags = 0, was.Flags|dataset.Unscored
			if drawn[ply] {
				e := engine.New(testFactory(), engine.Options{HashMB: cfg.HashMB, Threads: 1, Search: search.Main})
				c, err := e.Choose(context.Background(), table.View(board.Color(ply&1)), rules.Limits{Nodes: cfg.Nodes})
				if err != nil {
					t.Fatal(err)
				}
				want.Score, want.Flags = c.Score, was.Flags&^dataset.Unscored
				searched++
				if want.Score != was.Score {
					changed++
				}
			}
			if g.Plies[ply] != want {
				t.Fatalf("game %d: ply %d: %+v, want %+v", g.Index, ply, g.Plies[ply], want)
			}
			if _, err := table.Play(was.Move); err != nil {
				t.Fatal(err)
			}
		}
		g.Plies = old[i].Plies
		if !bytes.Equal(g.AppendCanonical(nil), old[i].AppendCanonical(nil)) {
			t.Errorf("game %d: more than flags and scores differs: %+v", i, g)
		}
	}
	if searched < 100 || changed < searched/2 {
		t.Errorf("%d positions searched, %d with another score: the test does not test", searched, changed)
	}
}

func TestAnyNumberOfWorkersRescoresAlike(t *testing.T) {
	runsAtOnce(t, 7)
	parents, want := testParents(t, 40), ""
	for _, workers := range []int{1, 2, 7} {
		c, dir := testRescoring(), t.TempDir()
		c.Workers = workers
		s := mustRescore(t, c, dir, parents)
		if want == "" {
			want = s.ContentHash
		}
		if s.ContentHash != want || s.Games != 40 || s.Shards != 3 || s.Plies["unscored"] == 0 {
			t.Errorf("%d workers: content hash %s, want %s, of %+v", workers, s.ContentHash, want, s.Stats)
		}
		mustVerify(t, dir)
	}
}

// TestRescoredHeader: the copy names its parent, and its scores belong to what searched again.
func TestRescoredHeader(t *testing.T) {
	cfg, parents, dir := testRescoring(), testParents(t, 20), t.TempDir()
	mustRescore(t, cfg, dir, parents)
	a, b := mustArchive(t, parents), mustArchive(t, dir)
	olds, news := a.Shards(), b.Shards()
	for i := range news {
		old, h := olds[i].Header, news[i].Header
		want := old
		want.Network, want.Config, want.Generator = "hce-test", cfg.hash(&old), ""
		want.Rescored = dataset.Rescored{Nodes: 90, PerMille: 400, Series: old.Series(), Generator: old.Generator,
			Network: old.Network, Config: old.Config, Content: olds[i].Content}
		if h != want {
			t.Errorf("header %+v, want %+v", h, want)
		}
	}
	if len(news) != len(olds) || news[0].Header.Series() != news[1].Header.Series() || news[0].Header.Series() == olds[0].Header.Series() {
		t.Errorf("%d shards of %d", len(news), len(olds))
	}
	// A label scale depends on whose games they are and on the search, not on the share.
	one, other, fewer := olds[0].Header, olds[0].Header, cfg
	other.Config = "another"
	fewer.PerMille = 1
	deeper := cfg
	deeper.Nodes++
	if cfg.hash(&one) != fewer.hash(&one) || cfg.hash(&one) == cfg.hash(&other) || cfg.hash(&one) == deeper.hash(&one) {
		t.Error("the configuration's hash covers something else")
	}
	// The copy of a copy, and copies at two depths, are series of their own.
	again := t.TempDir()
	mustRescore(t, deeper, again, dir)
	set, err := dataset.Open(parents, dir, again)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	if s, err := set.Stats(t.Context(), dataset.DefaultSplit); err != nil || s.Series != 3 || s.Parts["train"].Games != 3*s.Parts["train"].Deals {
		t.Errorf("together: %+v, %v", s, err)
	}
}

func mustArchive(t *testing.T, dir string) *dataset.Archive {
	t.Helper()
	a, err := dataset.OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// TestRescoreInterrupted cancels at random moments: no game is searched twice.
func TestRescoreInterrupted(t *testing.T) {
	c, parents := testRescoring(), testParents(t, 40)
	want := mustRescore(t, c, t.TempDir(), parents).ContentHash
	dir, played, stops := t.TempDir(), 0, 0
	c.Resume, c.Workers = true, 3
	for {
		ctx, cancel := context.WithCancelCause(context.Background())
		stopAfter, now := 1+4*stops, 0
		s, err := Rescore(ctx, c, testFactory(), []string{parents}, dir, func(p Progress) {
			if now = p.Games; p.Played >= stopAfter {
				cancel(errStop)
			}
		})
		cancel(nil)
		if err == nil {
			if played += s.Run.Played; played != 40 || s.ContentHash != want {
				t.Errorf("%d games searched for 40, over %d stops; content hash %s, want %s", played, stops, s.ContentHash, want)
			}
			break
		}
		if !errors.Is(err, errStop) || !strings.Contains(err.Error(), fmt.Sprintf("stopped with %d of 40 games finished: %v; resume", now, errStop)) {
			t.Fatal(err)
		}
		stops, played = stops+1, now
	}
	if stops < 2 {
		t.Errorf("stopped %d times only", stops)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+waitingExt)); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	mustVerify(t, dir)
}

// TestRescoreKeepsGaps rescored the games of a parent that lacks some, as a repaired one does.
func TestRescoreKeepsGaps(t *testing.T) {
	c, whole, gaps, dir := testRescoring(), testParents(t, 16), t.TempDir(), t.TempDir()
	h, games := mustArchive(t, whole).Shards()[0].Header, allGames(t, whole)
	games = append(games[:4:4], games[9:]...)
	h.Games = len(games)
	w, err := dataset.Create(filepath.Join(gaps, "gaps"+dataset.ShardExt), h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	mustRescore(t, c, dir, gaps)
	mustVerify(t, dir)
	got := allGames(t, dir)
	for i := range got {
		if got[i].Index != games[i].Index {
			t.Fatalf("game %d in place of %d", got[i].Index, games[i].Index)
		}
	}
	if len(got) != len(games) {
		t.Errorf("%d games of %d", len(got), len(games))
	}
}

func TestRescoreRefuses(t *testing.T) {
	parents, done, bad := testParents(t, 16), t.TempDir(), t.TempDir()
	mustRescore(t, testRescoring(), done, parents)
	name := "0000000000" + dataset.ShardExt
	file, err := os.ReadFile(filepath.Join(parents, name))
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)/2] ^= 1
	if err := os.WriteFile(filepath.Join(bad, name), file, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		name, want string
		parents    string
		dir        string
		change     func(*Rescoring)
	}{
		{"no nodes", "nodes", parents, t.TempDir(), func(c *Rescoring) { c.Nodes = 0 }},
		{"no share", "sample 0", parents, t.TempDir(), func(c *Rescoring) { c.PerMille = 0 }},
		{"workers", "workers", parents, t.TempDir(), func(c *Rescoring) { c.Workers = 0 }},
		{"table", "hash", parents, t.TempDir(), func(c *Rescoring) { c.HashMB = -1 }},
		{"memory", "smaller table", parents, t.TempDir(), func(c *Rescoring) { c.HashMB = 1 << 40 }},
		{"into the parents", "choose another folder", parents, parents, func(c *Rescoring) { c.Resume = true }},
		{"damaged", "damaged", bad, t.TempDir(), func(*Rescoring) {}},
		{"no parents", "no finished shards", t.TempDir(), t.TempDir(), func(*Rescoring) {}},
		{"not asked to resume", "already holds games", parents, done, func(*Rescoring) {}},
		{"other settings", "nodes was 90, now 91; choose", parents, done, func(c *Rescoring) { c.Resume, c.Nodes = true, 91 }},
		{"another program", "generator was , now x; choose", parents, done, func(c *Rescoring) { c.Resume, c.Generator = true, "x" }},
		{"other games", "is another copy: games was 16, now 12; rescored.content was ", testParents(t, 12), done, func(c *Rescoring) { c.Resume = true }},
	} {
		c := testRescoring()
		k.change(&c)
		_, err := Rescore(context.Background(), c, testFactory(), []string{k.parents}, k.dir, nil)
		if err == nil || !strings.Contains(err.Error(), k.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", k.name, err, k.want)
		}
	}
	// What is finished already is left alone, and not searched again.
	c := testRescoring()
	c.Resume = true
	if s := mustRescore(t, c, done, parents); s.Run.Played != 0 || s.Games != 16 {
		t.Errorf("%d games searched again of %d", s.Run.Played, s.Games)
	}
}

// TestRescoreKilled kills the program again and again, without warning, until one run gets through.
func TestRescoreKilled(t *testing.T) {
	parents, dir := testParents(t, 40), t.TempDir()
	c := testRescoring()
	want := mustRescore(t, c, t.TempDir(), parents).ContentHash
	kills := killAgainAndAgain(t, dir+":"+parents)
	c.Resume = true
	if s := mustRescore(t, c, dir, parents); s.ContentHash != want {
		t.Errorf("content hash after %d kills is %s, want %s", kills, s.ContentHash, want)
	}
	mustVerify(t, dir)
	t.Logf("%d kills", kills)
}
