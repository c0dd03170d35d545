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
	sound := mustRead(f, goldens[0].path)
	f.Add(sound)
	f.Add(mustRead(f, goldens[1].path))
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
	f.Add(bytes.Join(pieces, nil), 1, uint32(3), uint32(positions))
	pieces, positions = encodeColumns(rescoredGames(0, 3), 0)
	f.Add(bytes.Join(pieces, nil), 1, uint32(3), uint32(positions))
	f.Add(bytes.Join(pieces, nil), 2, uint32(3), uint32(positions))
	f.Fuzz(func(t *testing.T, raw []byte, version int, games, positions uint32) {
		m := blockMeta{Games: games, Positions: positions, Raw: uint32(len(raw)), Last: uint64(games)}
		if !m.plausible(maxBlockGames) {
			return
		}
		cols, err := parseColumns(raw, &m, version, inFile("fuzz"))
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
	reading := Reading{Returns: 0.5, Scale: 200, OtherView: func(uint64, int) bool { return true }}
	for {
		more, err := cols.next(&w.record)
		if err != nil || !more {
			return err
		}
		if _, err := w.record.toGame(inFile("fuzz")); err != nil && !ours(err) {
			return err
		}
		_, _ = w.samples(&Header{Phrase: "fuzz", Opponent: "other"}, []string{"salt"}, &reading, nil) // must not panic; its error gets its kind and place from Samples
		_, _ = w.record.turns(&w.replay, &Turn{}, func(t *Turn) error { t.View(); return nil })
		for _, p := range w.record.Plies {
			if lone := p.Flags.onDisk()&Unscored != 0; lone && cols.version < 2 {
				return errors.New("a ply that only a later version can say was read")
			}
		}
	}
}

// FuzzTemporary looks for blocks in any bytes after a good header.
func FuzzTemporary(f *testing.F) {
	sound := mustRead(f, goldens[0].path)
	h, n, err := readHeader(bytes.NewReader(sound), int64(len(sound)), inFile(goldens[0].path))
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
			_, _, err = unpackBlock(&m, zeros, nil, 1, inFile("bomb"))
		} else {
			err = ErrDamaged
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrDamaged) || grown > 4<<20 {
			t.Errorf("%s: error %v, %d bytes allocated", name, err, grown)
		}
	}
}

// goldens are shards that each version of the format wrote.
var goldens = [...]struct {
	path, content, series string
	unscored              uint64
	games                 func() []Game
	header                func(*Header)
}{
	{path: "testdata/v1" + ShardExt, content: "f1892f35a4c466aa41e4cbb67fad1be2656f0b513ee2d2f60f37ddc49e2fd2af",
		series: "76e0a4606ee40528", unscored: 67, games: func() []Game { return randomGames(100, 10) }},
	{path: "testdata/v2" + ShardExt, content: "0ee66fe83f59c09dbdfcdd6dec010060dc5fa34b9182972125f6e41a064b40d2",
		series: "bf7115e057ae47d3", unscored: 1053,
		games: func() []Game { return rescoredGames(100, 10) }, header: rescoredHeader},
	{path: "testdata/v3" + ShardExt, content: "f1892f35a4c466aa41e4cbb67fad1be2656f0b513ee2d2f60f37ddc49e2fd2af",
		series: "dccf3c520275246c", unscored: 67, games: func() []Game { return randomGames(100, 10) }, header: opponentHeader},
}

// TestGoldenShards reads a shard of each version: its games and content hash may never change. Nor may the hash
// of the same games when they are written today. JIEQI_WRITE_GOLDEN=1 writes a file that is not there, which only
// a new version of the format may do.
func TestGoldenShards(t *testing.T) {
	for i, golden := range goldens {
		today := writeShard(t, t.TempDir(), golden.games(), golden.header)
		if _, err := os.Stat(golden.path); err != nil && os.Getenv("JIEQI_WRITE_GOLDEN") != "" {
			if err := os.WriteFile(golden.path, mustRead(t, today), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		file := mustRead(t, golden.path)
		if got := int(file[skippablePrefix+magicSize]); got != i+1 {
			t.Errorf("%s is of version %d", golden.path, got)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "golden"+ShardExt), file, 0o644); err != nil {
			t.Fatal(err)
		}
		if then, now := mustHash(t, dir), mustHash(t, today); then != golden.content || now != golden.content {
			t.Errorf("%s: content hash %s, written today %s, want %s", golden.path, then, now, golden.content)
		}
		r, err := Verify(t.Context(), []string{dir}, 1, nil)
		if err := errors.Join(err, r.Err()); err != nil || r.Games != 10 || r.Unscored != golden.unscored {
			t.Errorf("%s: %d games with %d unscored positions, error %v", golden.path, r.Games, r.Unscored, err)
		}
		set := mustOpen(t, dir)
		if h := set.Headers()[0]; h.Phrase != testPhrase || h.First != 100 || h.Series() != golden.series {
			t.Errorf("%s: header %+v of series %s", golden.path, h, h.Series())
		}
	}
}
