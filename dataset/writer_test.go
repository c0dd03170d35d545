package dataset

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/engine/deal"
)

// TestResumeAfterAnyCut cuts the temporary of a shard at any byte, as a kill might, resumes and
// adds the missing games: the finished shard is byte for byte the undisturbed one.
func TestResumeAfterAnyCut(t *testing.T) {
	games := randomGames(0, 30)
	want := mustRead(t, writeShard(t, t.TempDir(), games, nil))
	dir := t.TempDir()
	path := filepath.Join(dir, "x"+ShardExt)
	w, err := Create(path, testHeader(0, 30))
	if err != nil {
		t.Fatal(err)
	}
	for i := range games[:29] {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if lost, err := w.Stop(); err != nil || len(lost) != 5 {
		t.Fatalf("%d games in no whole block, error %v; want 5", len(lost), err)
	}
	partial := mustRead(t, path+PartialExt)
	head, err := w.header.appendFrame(nil)
	if err != nil {
		t.Fatal(err)
	}
	cuts := []int{len(head), len(head) + 1, len(partial) - 1, len(partial)}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 16 {
		cuts = append(cuts, len(head)+rng.IntN(len(partial)-len(head)))
	}
	for i, cut := range cuts {
		torn := partial[:cut]
		if i%2 == 1 {
			torn = append(bytes.Clone(torn), "garbage after the cut"...)
		}
		if err := errors.Join(os.WriteFile(path+PartialExt, torn, 0o644), os.RemoveAll(path), os.RemoveAll(filepath.Join(dir, ManifestName))); err != nil {
			t.Fatal(err)
		}
		w, err := Resume(path, testHeader(0, 30))
		if err != nil {
			t.Fatal(err)
		}
		if whole := w.Stored(); whole != 24 && cut == len(partial) || int(w.Next()) != whole {
			t.Fatalf("%d games resumed, next %d", whole, w.Next())
		}
		for i := int(w.Next()); i < len(games); i++ {
			if err := w.Add(&games[i]); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("cut at %d of %d: the shard differs from the undisturbed one, error %v", cut, len(partial), err)
		}
	}
}

func TestResumeRefuses(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 30)
	path := filepath.Join(dir, "x"+ShardExt)
	if _, err := Resume(path, testHeader(0, 30)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no temporary: %v", err)
	}
	w, err := Create(path, testHeader(0, 30))
	if err != nil {
		t.Fatal(err)
	}
	for i := range games[:24] {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Stop(); err != nil {
		t.Fatal(err)
	}
	other := testHeader(0, 30)
	other.Network = "another"
	if _, err := Resume(path, other); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("another network: %v", err)
	}
	bad := mustRead(t, path+PartialExt)
	bad[w.index.Blocks[1].Offset+blockHeadSize+9] ^= 1
	if err := os.WriteFile(path+PartialExt, bad, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(path, testHeader(0, 30)); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "block 1") {
		t.Errorf("a damaged block before a sound one: %v", err)
	}
}

func TestWriterRefuses(t *testing.T) {
	games := randomGames(0, 4)
	for name, c := range map[string]struct {
		change func(*Game)
		want   string
	}{
		"again":          {func(g *Game) { g.Index = 1 }, "out of order"},
		"no result":      {func(g *Game) { g.Result = 0 }, "result"},
		"no reason":      {func(g *Game) { g.Reason = 0 }, "reason"},
		"unknown reason": {func(g *Game) { g.Reason = 99 }, "reason"},
		"partial deal":   {func(g *Game) { g.Deal = deal.Deal{} }, "deal"},
		"long opening":   {func(g *Game) { g.Opening = len(g.Plies) + 1 }, "opening"},
		"too long":       {func(g *Game) { g.Plies = slices.Repeat(g.Plies, MaxPlies) }, "plies"},
		"no move":        {func(g *Game) { g.Plies[3].Move = 0 }, "ply 3"},
		"odd move":       {func(g *Game) { g.Plies[3].Move |= 1 << 15 }, "ply 3"},
		"score":          {func(g *Game) { g.Plies[3].Score = 32001 }, "score"},
		"flags":          {func(g *Game) { g.Plies[3].Flags |= ScoreOnly }, "flags"},
	} {
		w, err := Create(filepath.Join(t.TempDir(), "x"+ShardExt), testHeader(0, 9))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Add(&games[0]), w.Add(&games[1])); err != nil {
			t.Fatal(err)
		}
		g := games[2]
		g.Plies = slices.Clone(g.Plies)
		c.change(&g)
		if err := w.Add(&g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one about %q", name, err, c.want)
		}
		if err := w.Add(&games[2]); err != nil {
			t.Errorf("%s: a refused game spoilt the writer: %v", name, err)
		}
		if _, err := w.Close(); err == nil || !strings.Contains(err.Error(), "3 games of 9") {
			t.Errorf("%s: closed with games missing: %v", name, err)
		}
		if _, err := w.Stop(); err != nil {
			t.Error(err)
		}
	}
}

func TestCreateRefuses(t *testing.T) {
	dir := t.TempDir()
	path := writeShard(t, dir, randomGames(0, 2), nil)
	if _, err := Create(path, testHeader(0, 2)); !errors.Is(err, ErrExists) {
		t.Errorf("over a finished shard: %v", err)
	}
	begun := filepath.Join(dir, "begun"+ShardExt)
	w, err := Create(begun, testHeader(0, 2))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	if _, err := Create(begun, testHeader(0, 2)); !errors.Is(err, ErrExists) {
		t.Errorf("over a temporary: %v", err)
	}
	for name, change := range map[string]func(*Header){
		"rules":       func(h *Header) { h.Rules = "chess" },
		"no games":    func(h *Header) { h.Games = 0 },
		"block games": func(h *Header) { h.BlockGames = 5000 },
		"long phrase": func(h *Header) { h.Phrase = strings.Repeat("x", maxHeaderJSON) },
	} {
		h := testHeader(0, 2)
		change(&h)
		if _, err := Create(filepath.Join(dir, "bad"+ShardExt), h); err == nil || !strings.Contains(err.Error(), "header") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestManifest(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 6)
	first := writeShard(t, dir, games[:3], nil)
	name := filepath.Join(dir, ManifestName)
	whole := mustRead(t, name)
	// A kill tears the second line; the next shard's line takes its place.
	if err := os.WriteFile(name, append(bytes.Clone(whole), `{"shard":"0000`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if lines, err := ReadManifest(name); err != nil || len(lines) != 1 {
		t.Fatalf("%d lines, error %v", len(lines), err)
	}
	second := writeShard(t, dir, games[3:], nil)
	lines, err := ReadManifest(name)
	if err != nil || len(lines) != 2 || lines[0].Shard != filepath.Base(first) || lines[1].Shard != filepath.Base(second) {
		t.Fatalf("lines %+v, error %v", lines, err)
	}
	if lines[1].Games != 3 || lines[1].Bytes != int64(len(mustRead(t, second))) || lines[1].ContentHash == lines[0].ContentHash {
		t.Errorf("line %+v", lines[1])
	}
	// A kill between the renaming and the line: Enlist adds it, once.
	if err := os.WriteFile(name, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Enlist(second), Enlist(second), Enlist(first)); err != nil {
		t.Fatal(err)
	}
	again, err := ReadManifest(name)
	if diff := cmp.Diff(lines, again); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if err := os.WriteFile(name, []byte("{\"shard\":\"x\",\"colour\":1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadManifest(name); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("unknown field: %v", err)
	}
}

// TestManifestWithoutChecksums reads and goes on with a folder of a version that wrote none.
func TestManifestWithoutChecksums(t *testing.T) {
	dir := t.TempDir()
	shard, name := filepath.Join(dir, "v1"+ShardExt), filepath.Join(dir, ManifestName)
	old := mustRead(t, "testdata/manifest-without-checksums.jsonl")
	for path, text := range map[string][]byte{shard: mustRead(t, goldens[0].path), name: old} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Enlist(shard); err != nil || !bytes.Equal(mustRead(t, name), old) {
		t.Errorf("the line is there, yet the manifest was changed, error %v", err)
	}
	writeShard(t, dir, randomGames(200, 3), nil)
	if lines, err := ReadManifest(name); err != nil || len(lines) != 2 || lines[0].Shard != "v1"+ShardExt || lines[1].First != 200 {
		t.Errorf("lines %+v, error %v", lines, err)
	}
	if !bytes.HasPrefix(mustRead(t, name), old) {
		t.Error("the old line was rewritten")
	}
	r, err := Verify(t.Context(), []string{dir}, 1, nil)
	if err := errors.Join(err, r.Err()); err != nil || r.Games != 13 {
		t.Errorf("%d games, error %v", r.Games, err)
	}
}

func TestSaveAndLoad(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 20)
	kept := append(slices.Clone(games[2:5]), games[17])
	path := filepath.Join(dir, "suspended.games")
	for range 2 { // the second replaces the first
		if err := Save(path, testHeader(0, 1), kept); err != nil {
			t.Fatal(err)
		}
	}
	h, got, err := Load(path)
	if err != nil || h.First != 2 || h.Games != 4 {
		t.Fatalf("header %+v, error %v", h, err)
	}
	if diff := cmp.Diff(kept, got, cmp.Comparer(func(a, b deal.Deal) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v are in the folder, want the one file; error %v", entries, err)
	}
	if err := Save(filepath.Join(dir, "x"+ShardExt), testHeader(0, 1), kept); err == nil {
		t.Error("saved under the name of a shard")
	}
}
