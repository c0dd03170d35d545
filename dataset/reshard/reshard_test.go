package reshard_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/dataset/reshard"
	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/search"
	"jieqi/selfplay"
)

var hceFactory = engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }}

// shardGames is the size of shards here: games in two blocks.
const shardGames = 16

// played plays games first to first+n-1 into a new folder.
func played(t *testing.T, first uint64, n int, change func(*selfplay.Config)) string {
	t.Helper()
	cfg := selfplay.Default()
	cfg.First, cfg.Games, cfg.Phrase, cfg.Nodes, cfg.HashMB = first, n, "several machines", 4, 1
	cfg.BlockGames, cfg.ShardGames, cfg.MaxPlies = 8, shardGames, 60
	if change != nil {
		change(&cfg)
	}
	dir := t.TempDir()
	if _, err := selfplay.Run(t.Context(), cfg, hceFactory, dir, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t *testing.T, paths ...string) *dataset.Archive {
	t.Helper()
	a, err := dataset.OpenArchive(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// verified returns the content hash of folders that are in order.
func verified(t *testing.T, paths ...string) string {
	t.Helper()
	r, err := dataset.Verify(t.Context(), paths, 2, nil)
	if err := errors.Join(err, r.Err()); err != nil {
		t.Fatal(err)
	}
	return r.ContentHash
}

// files returns the shards and the manifest of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*" + dataset.ShardExt + "*", dataset.ManifestName} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.Base(name)] = string(text)
		}
	}
	return all
}

func checkSameFiles(t *testing.T, got, want string) {
	t.Helper()
	a, b := files(t, got), files(t, want)
	if len(a) != len(b) {
		t.Errorf("%d files, want %d", len(a), len(b))
	}
	for name := range b {
		if a[name] != b[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// TestMergeIsWhatOneMachinePlays merges two halves that meet within a block.
func TestMergeIsWhatOneMachinePlays(t *testing.T) {
	whole, left, right := played(t, 0, 44, nil), played(t, 0, 21, nil), played(t, 21, 23, nil)
	for _, paths := range [][]string{{left, right}, {right, left}} {
		out := filepath.Join(t.TempDir(), "a", "out")
		m, err := reshard.Merge(t.Context(), open(t, paths...), shardGames, out)
		if err != nil {
			t.Fatal(err)
		}
		if m.Games != 44 || m.First != 0 || m.Last != 43 || m.Missing != 0 || m.Shards != 3 {
			t.Errorf("merged %+v", m)
		}
		checkSameFiles(t, out, whole)
		if verified(t, out) != verified(t, whole) || verified(t, paths...) != verified(t, whole) {
			t.Error("content hashes differ")
		}
	}
}

// TestSplitAndBack splits games, and merges the parts again.
func TestSplitAndBack(t *testing.T) {
	whole, split := played(t, 5, 44, nil), dataset.Split{Gate: 150, Validation: 150}
	out := filepath.Join(t.TempDir(), "out")
	report, err := reshard.Split(t.Context(), open(t, whole), split, shardGames, out)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := open(t, whole).Set().Stats(t.Context(), split)
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for part, count := range stats.Parts {
		dir := filepath.Join(out, part)
		folders = append(folders, dir)
		verified(t, dir)
		again, err := open(t, dir).Set().Stats(t.Context(), split)
		if err != nil {
			t.Fatal(err)
		}
		if count.Games == 0 || again.Parts[part] != count || again.Games != count.Games || report.Parts[part].Games != count.Games {
			t.Errorf("%s: %d games, all parts of them %v, want %d", part, again.Games, again.Parts, count.Games)
		}
	}
	if verified(t, folders...) != stats.ContentHash {
		t.Error("the parts together have another content hash than the whole")
	}
	back := filepath.Join(t.TempDir(), "back")
	if _, err := reshard.Merge(t.Context(), open(t, folders...), shardGames, back); err != nil {
		t.Fatal(err)
	}
	checkSameFiles(t, back, whole)
}

// TestSplitOfSeveralSeries splits games and their rescored copies, which lie on the same sides.
func TestSplitOfSeveralSeries(t *testing.T) {
	games, deeper := played(t, 0, 30, nil), t.TempDir()
	cfg := selfplay.DefaultRescoring()
	cfg.Nodes, cfg.PerMille = 6, 500
	if _, err := selfplay.Rescore(t.Context(), cfg, hceFactory, []string{games}, deeper, nil); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, err := reshard.Split(t.Context(), open(t, games, deeper), dataset.Split{Gate: 200, Validation: 200}, shardGames, out); err != nil {
		t.Fatal(err)
	}
	parts := []string{filepath.Join(out, "train"), filepath.Join(out, "validation"), filepath.Join(out, "gate")}
	if verified(t, parts...) != verified(t, games, deeper) {
		t.Error("content hash changed")
	}
	for _, dir := range parts {
		if s := open(t, dir).Shards(); len(s) < 2 || s[0].Header.Games != s[len(s)/2].Header.Games {
			t.Errorf("%s holds %d shards", dir, len(s))
		}
	}
}

func TestRefusals(t *testing.T) {
	games := played(t, 0, 10, nil)
	other := played(t, 10, 10, func(c *selfplay.Config) { c.Phrase = "another phrase" })
	dir := t.TempDir()
	_, err := reshard.Merge(t.Context(), open(t, games, other), shardGames, filepath.Join(dir, "out"))
	if err == nil || !strings.Contains(err.Error(), `phrase was`) || strings.Contains(err.Error(), "\n") {
		t.Errorf("two series: %v", err)
	}
	if _, err := reshard.Merge(t.Context(), open(t, games), shardGames, dir); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("a folder that is there: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reshard.Split(ctx, open(t, games), dataset.DefaultSplit, shardGames, filepath.Join(dir, "out")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestOverlapsOfParts merges games with some of themselves that lie between others.
func TestOverlapsOfParts(t *testing.T) {
	games, out := played(t, 0, 30, nil), filepath.Join(t.TempDir(), "out")
	if _, err := reshard.Split(t.Context(), open(t, games), dataset.Split{Gate: 500, Validation: 200}, shardGames, out); err != nil {
		t.Fatal(err)
	}
	if a, err := dataset.OpenArchive(games, filepath.Join(out, "gate")); err == nil || !strings.Contains(err.Error(), "is both in") {
		t.Errorf("opened %v: %v", a, err)
	}
}
