package dataset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/engine/deal"
)

func TestGamesComeBack(t *testing.T) {
	dir, games := t.TempDir(), randomGames(3, 30)
	writeShard(t, dir, games[:13], nil)
	writeShard(t, dir, games[13:], nil)
	a, err := OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var got []Game
	for b := range a.Blocks() {
		g, err := a.Games(b)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, g...)
	}
	if diff := cmp.Diff(games, got, cmp.Comparer(func(a, b deal.Deal) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

// TestContentHash computes the hash from its definition and expects it whatever the shards.
func TestContentHash(t *testing.T) {
	games := randomGames(0, 24)
	sum := sha256.New()
	for i := range games {
		sum.Write(games[i].AppendCanonical(nil))
	}
	want := hex.EncodeToString(sum.Sum(nil))
	for _, cut := range []int{24, 8, 5, 1} {
		dir := t.TempDir()
		for part := range slices.Chunk(games, cut) {
			writeShard(t, dir, part, nil)
		}
		if got := mustHash(t, dir); got != want {
			t.Errorf("shards of %d games: content hash %s, want %s", cut, got, want)
		}
	}
	for i, change := range []func(*Game){
		func(g *Game) { g.Plies[9].Score++ },
		func(g *Game) { g.Plies[9].Flags ^= Tail },
		func(g *Game) { g.Index = 77 },
		func(g *Game) { g.Opening++ },
		func(g *Game) { g.Plies = g.Plies[:len(g.Plies)-1] },
	} {
		g := randomGame(23, 160)
		before := g.AppendCanonical(nil)
		change(&g)
		if bytes.Equal(before, g.AppendCanonical(nil)) {
			t.Errorf("change %d does not show in the canonical bytes", i)
		}
	}
}

func TestVerifyAcceptsWhatWasWritten(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 40)
	writeShard(t, dir, games[:20], nil)
	writeShard(t, dir, games[20:], nil)
	calls := 0
	r, err := Verify(context.Background(), []string{dir}, 3, func(done, total int) { calls++ })
	if err != nil || r.Err() != nil {
		t.Fatal(err, r.Err())
	}
	var positions uint64
	for i := range games {
		positions += uint64(len(games[i].Plies))
	}
	if r.Games != 40 || r.Positions != positions || r.Shards != 2 || calls != r.Blocks || r.ContentHash != mustHash(t, dir) {
		t.Errorf("report %+v after %d calls, want 40 games, %d positions", r, calls, positions)
	}
}

func TestZstdToolAcceptsShards(t *testing.T) {
	zstd, err := exec.LookPath("zstd")
	if err != nil {
		t.Skip("no zstd command here")
	}
	path := writeShard(t, t.TempDir(), randomGames(0, 20), nil)
	if out, err := exec.Command(zstd, "-t", "-q", path).CombinedOutput(); err != nil {
		t.Fatalf("zstd -t: %v\n%s", err, out)
	}
	plain, err := exec.Command(zstd, "-dc", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	sh, err := openShard(path)
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	for i := range sh.index.Blocks {
		games, err := sh.games(i)
		if err != nil {
			t.Fatal(err)
		}
		pieces, _ := encodeColumns(games, games[0].Index)
		want = append(want, slices.Concat(pieces...)...)
	}
	if !bytes.Equal(plain, want) {
		t.Errorf("zstd -d gives %d bytes, the columns are %d", len(plain), len(want))
	}
}

// TestEveryFlippedByteIsNoticed flips bytes all over a shard: Verify must object to each.
func TestEveryFlippedByteIsNoticed(t *testing.T) {
	dir := t.TempDir()
	path := writeShard(t, dir, randomGames(0, 9), nil)
	sound := mustRead(t, path)
	for at := 0; at < len(sound); at += 1 + len(sound)/150 {
		bad := bytes.Clone(sound)
		bad[at] ^= 0x10
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Verify(context.Background(), []string{dir}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Err() == nil {
			t.Fatalf("byte %d of %d flipped: not noticed", at, len(sound))
		}
		if !errors.Is(r.Err(), ErrDamaged) && !errors.Is(r.Err(), ErrNotShard) && !errors.Is(r.Err(), ErrVersion) {
			t.Fatalf("byte %d flipped: %v is none of the three errors", at, r.Err())
		}
	}
}

func TestThreeErrors(t *testing.T) {
	zstdHello, err := new(compressor).compress([][]byte{[]byte("hello")})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sound := mustRead(t, writeShard(t, dir, randomGames(0, 9), nil))
	otherVersion := bytes.Clone(sound)
	otherVersion[skippablePrefix+magicSize] = 9
	for name, c := range map[string]struct {
		bytes []byte
		want  error
	}{
		"empty":         {nil, ErrNotShard},
		"text":          {[]byte("this is a text and no shard at all"), ErrNotShard},
		"zstd":          {zstdHello, ErrNotShard},
		"other version": {otherVersion, ErrVersion},
		"cut":           {sound[:len(sound)-1], ErrDamaged},
		"cut early":     {sound[:30], ErrDamaged},
		"longer":        {append(bytes.Clone(sound), 0), ErrDamaged},
	} {
		path := filepath.Join(dir, "bad"+ShardExt)
		if err := os.WriteFile(path, c.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		var where *ShardError
		if !errors.Is(err, c.want) || !errors.As(err, &where) || where.File != path {
			t.Errorf("%s: error %v, want %v naming the file", name, err, c.want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	a, c, empty := t.TempDir(), t.TempDir(), t.TempDir()
	games := randomGames(0, 9)
	writeShard(t, a, games, nil)
	writeShard(t, c, games[4:], nil)
	for name, paths := range map[string][]string{
		"same games twice": {a, c},
		"same folder":      {a, a},
		"no shards":        {a, empty},
		"no folder":        {filepath.Join(empty, "nowhere")},
		"nothing":          {},
	} {
		if s, err := Open(paths...); err == nil {
			s.Close()
			t.Errorf("%s: opened", name)
		}
	}
}

// TestFolderOrderDoesNotMatter opens two series in both orders.
func TestFolderOrderDoesNotMatter(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	writeShard(t, a, randomGames(0, 9), nil)
	writeShard(t, b, randomGames(0, 9), func(h *Header) { h.Network = "jq-abcdefabcdef" })
	ab, ba := mustOpen(t, a, b), mustOpen(t, b, a)
	if diff := cmp.Diff(ab.Blocks(), ba.Blocks()); diff != "" {
		t.Error(diff)
	}
	if x, y := mustHash(t, a, b), mustHash(t, b, a); x != y || x == mustHash(t, a) {
		t.Errorf("content hashes %s and %s", x, y)
	}
}
