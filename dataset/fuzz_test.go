package dataset

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// ours reports whether err is one of the three errors that bytes can cause.
func ours(err error) bool {
	return errors.Is(err, ErrNotShard) || errors.Is(err, ErrVersion) || errors.Is(err, ErrDamaged)
}

// readAll reads everything there is to read in a shard made of b.
func readAll(b []byte) (games int, err error) {
	sh, err := newShard("fuzz", bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return 0, err
	}
	if err := sh.checkDigest(); err != nil {
		return 0, err
	}
	set := &Set{shards: []*shard{sh}}
	if err := set.number(); err != nil {
		return 0, err
	}
	for i := range sh.index.Blocks {
		g, err := sh.games(i)
		if err != nil {
			return games, err
		}
		games += len(g)
		if _, err := set.Samples(i, nil); err != nil {
			return games, err
		}
	}
	return games, nil
}

func FuzzShard(f *testing.F) {
	sound := mustRead(f, goldenPath)
	f.Add(sound)
	f.Add(sound[:len(sound)-5])
	f.Add(sound[:100])
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if games, err := readAll(b); err != nil && !ours(err) {
			t.Errorf("%v after %d games is none of the three errors", err, games)
		}
	})
}

// FuzzColumns reads columns whose checksums are right by construction.
func FuzzColumns(f *testing.F) {
	games := randomGames(0, 3)
	pieces, positions := encodeColumns(games, 0)
	f.Add(bytes.Join(pieces, nil), uint32(3), uint32(positions))
	f.Fuzz(func(t *testing.T, raw []byte, games, positions uint32) {
		m := blockMeta{Games: games, Positions: positions, Raw: uint32(len(raw)), Last: uint64(games)}
		if !m.plausible(maxBlockGames) {
			return
		}
		cols, err := parseColumns(raw, &m, inFile("fuzz"))
		if err == nil {
			err = eachRecord(cols)
		}
		if err != nil && !ours(err) {
			t.Errorf("%v is none of the three errors", err)
		}
	})
}

// eachRecord reads all games of the columns; what is wrong with one game alone does not end it.
func eachRecord(cols *columns) error {
	var w scratch
	for {
		more, err := cols.next(&w.record)
		if err != nil || !more {
			return err
		}
		if _, err := w.record.toGame(inFile("fuzz")); err != nil && !ours(err) {
			return err
		}
		_, _ = w.samples("salt", nil) // must not panic; its error gets its kind and place from Samples
	}
}

// FuzzTemporary looks for blocks in any bytes after a good header.
func FuzzTemporary(f *testing.F) {
	sound := mustRead(f, goldenPath)
	h, n, err := readHeader(bytes.NewReader(sound), int64(len(sound)), inFile(goldenPath))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sound[n:])
	f.Add(sound[n+50:])
	f.Fuzz(func(t *testing.T, b []byte) {
		var last uint64
		for i, e := range soundBlocks(bytes.NewReader(b), 0, int64(len(b)), &h) {
			if i > 0 && e.First <= last {
				t.Errorf("block %d begins with game %d after game %d", i, e.First, last)
			}
			last = e.Last
		}
	})
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte("{\"shard\":\"a.jqs\",\"first\":0,\"games\":3}\n{\"sha"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), ManifestName)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		entries, err := ReadManifest(path)
		if lines := bytes.Count(b, []byte("\n")); err == nil && len(entries) != lines {
			t.Errorf("%d entries of %d lines", len(entries), lines)
		}
	})
}

// TestBombs reads blocks that claim or unpack to far more than they hold.
func TestBombs(t *testing.T) {
	zeros, err := new(compressor).compress([][]byte{make([]byte, 100<<20)})
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string]uint32{"unpacks to more than it says": 1000, "says more than allowed": 1 << 31} {
		m := blockMeta{Games: 1, Positions: 1, Packed: uint32(len(zeros)), Raw: raw}
		m.CRC = m.sum(zeros)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if m.plausible(DefaultBlockGames) {
			_, _, err = unpackBlock(&m, zeros, nil, inFile("bomb"))
		} else {
			err = ErrDamaged
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrDamaged) || grown > 4<<20 {
			t.Errorf("%s: error %v, %d bytes allocated", name, err, grown)
		}
	}
}

const goldenPath = "testdata/v1" + ShardExt

// TestGoldenShard reads a shard that version 1 of the format wrote: its games and content hash may
// never change. JIEQI_WRITE_GOLDEN=1 writes it anew, which only a new version of the format may do.
func TestGoldenShard(t *testing.T) {
	if os.Getenv("JIEQI_WRITE_GOLDEN") != "" {
		path := writeShard(t, t.TempDir(), randomGames(100, 10), nil)
		if err := os.WriteFile(goldenPath, mustRead(t, path), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const want = "f1892f35a4c466aa41e4cbb67fad1be2656f0b513ee2d2f60f37ddc49e2fd2af"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "v1"+ShardExt), mustRead(t, goldenPath), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := mustHash(t, dir); got != want {
		t.Errorf("content hash %s, want %s", got, want)
	}
	r, err := Verify(t.Context(), []string{dir}, 1, nil)
	if err := errors.Join(err, r.Err()); err != nil || r.Games != 10 {
		t.Errorf("%d games, error %v", r.Games, err)
	}
	set := mustOpen(t, dir)
	if h := set.Headers()[0]; h.Phrase != testPhrase || h.First != 100 || h.Series() != "76e0a4606ee40528" {
		t.Errorf("header %+v of series %s", h, h.Series())
	}
}
