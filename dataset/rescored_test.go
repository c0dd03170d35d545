package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/engine/deal"
)

// TestDraw derives a game's draw from its description, and asks for about the share and for nesting.
func TestDraw(t *testing.T) {
	const plies = 5000
	random := deal.NewSource(testPhrase).Stream("rescore", 7)
	small, large := NewDraw(testPhrase, 100).Game(7, plies, nil), NewDraw(testPhrase, 250).Game(7, plies, nil)
	var n [2]int
	for i := range plies {
		number := random.Uintn(1000)
		if small[i] != (number < 100) || large[i] != (number < 250) {
			t.Fatalf("ply %d with number %d: drawn %v and %v", i, number, small[i], large[i])
		}
		if small[i] {
			n[0]++
		}
		if large[i] {
			n[1]++
		}
	}
	if n[0] < 430 || n[0] > 570 || n[1] < 1150 || n[1] > 1350 {
		t.Errorf("%d and %d of %d drawn", n[0], n[1], plies)
	}
	for i, drawn := range NewDraw(testPhrase, 1000).Game(8, 200, nil) {
		if !drawn {
			t.Errorf("ply %d is not drawn though all are", i)
		}
	}
}

// TestFlagsOnDisk: games as they were played have the bytes of version 1, and no two sets of flags the same.
func TestFlagsOnDisk(t *testing.T) {
	seen := map[Flags]bool{}
	for f := range storedFlags + 1 {
		stored := f.onDisk()
		if seen[stored] || stored.onDisk() != f || stored&^Unscored != f&^Unscored {
			t.Errorf("flags %08b are stored as %08b, read as %08b", f, stored, stored.onDisk())
		}
		seen[stored] = true
	}
	for f, want := range map[Flags]Flags{0: 0, Random | Unscored: Random, Unscored: Unscored, Random: Random | Unscored} {
		if got := f.onDisk(); got != want {
			t.Errorf("flags %08b are stored as %08b, want %08b", f, got, want)
		}
	}
}

func TestWriterAsksForTheVersionThatCanSayIt(t *testing.T) {
	for i, flags := range []Flags{Unscored, Random} {
		g := randomGame(0, 40)
		at := 30 * (1 - i) // a move of the game without a score, a move of the opening with one
		g.Plies[at].Flags, g.Plies[at].Score = g.Plies[at].Flags&^(Unscored|Random)|flags, 0
		played, copied := testHeader(0, 1), testHeader(0, 1)
		rescoredHeader(&copied)
		for version, h := range []Header{played, copied} {
			w, err := Create(filepath.Join(t.TempDir(), "a"+ShardExt), h)
			if err != nil {
				t.Fatal(err)
			}
			if err = w.Add(&g); (err == nil) != (version == 1) {
				t.Errorf("flags %08b in version %d: error %v", flags, version+1, err)
			}
			if _, err := w.Stop(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestHeaderAndVersionMustAgree changes the version in sound files, and the flags that only version 2 has.
func TestHeaderAndVersionMustAgree(t *testing.T) {
	for i, golden := range goldens {
		file := mustRead(t, golden.path)
		for version, want := range map[byte]error{0: ErrVersion, 1: ErrDamaged, 2: ErrDamaged, 3: ErrDamaged, 4: ErrVersion} {
			if int(version) == i+1 {
				continue
			}
			bad := bytes.Clone(file)
			bad[skippablePrefix+magicSize] = version
			body := bad[skippablePrefix:][:binary.LittleEndian.Uint32(bad[4:])]
			binary.LittleEndian.PutUint32(body[len(body)-crcSize:], crc32.Checksum(body[:len(body)-crcSize], castagnoli))
			if _, err := newShard("bad", bytes.NewReader(bad), int64(len(bad))); !errors.Is(err, want) {
				t.Errorf("%s as version %d: error %v, want %v", golden.path, version, err, want)
			}
		}
	}
	games := rescoredGames(0, 3)
	pieces, positions := encodeColumns(games, 0)
	m := blockMeta{Games: 3, Positions: uint32(positions), Last: 2}
	cols, err := parseColumns(bytes.Join(pieces, nil), &m, 1, inFile("old"))
	if err == nil {
		err = eachRecord(cols)
	}
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "unknown to version 1") {
		t.Errorf("flags of version 2 in version 1: error %v", err)
	}
}

func TestHeaderRefusesStrangeCopies(t *testing.T) {
	for want, change := range map[string]func(*Rescored){
		"0 nodes":                        func(r *Rescored) { r.Nodes = 0 },
		"per_mille 0":                    func(r *Rescored) { r.PerMille = 0 },
		"per_mille 1001 outside 1..1000": func(r *Rescored) { r.PerMille = 1001 },
		"no series":                      func(r *Rescored) { r.Series = "" },
		"no content hash":                func(r *Rescored) { r.Content = "abc" },
	} {
		h := testHeader(0, 1)
		rescoredHeader(&h)
		change(&h.Rescored)
		if _, err := Create(filepath.Join(t.TempDir(), "a"+ShardExt), h); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestVerifyKnowsWhichPositionsHaveScores drops a score that was drawn and adds one that was not.
func TestVerifyKnowsWhichPositionsHaveScores(t *testing.T) {
	for _, change := range []func(p *Ply) bool{
		func(p *Ply) bool { ok := p.Flags&Unscored == 0; p.Flags |= Unscored; p.Score = 0; return ok },
		func(p *Ply) bool { ok := p.Flags&Unscored != 0; p.Flags &^= Unscored; return ok },
	} {
		games := rescoredGames(0, 3)
		at := 20
		for !change(&games[1].Plies[at]) {
			games, at = rescoredGames(0, 3), at+1
		}
		r, err := Verify(t.Context(), []string{writeShard(t, t.TempDir(), games, rescoredHeader)}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Err() == nil || !strings.Contains(r.Err().Error(), "game 1") || !strings.Contains(r.Err().Error(), "flags") {
			t.Errorf("ply %d: found %v", at, r.Err())
		}
	}
}

// TestParentAndCopyTogether opens both as one set: every deal stays on one side, each scorer has a scale of its
// own, and the positions without a score are counted and left out.
func TestParentAndCopyTogether(t *testing.T) {
	parent, copied := t.TempDir(), t.TempDir()
	writeShard(t, parent, randomGames(0, 60), nil)
	writeShard(t, copied, rescoredGames(0, 60), rescoredHeader)
	s := mustOpen(t, parent, copied)
	keys := map[uint64]uint64{}
	var tally [2]Tally
	unscored := uint64(0)
	filter := DefaultFilter
	for b, info := range s.Blocks() {
		samples, err := s.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		part := 0
		if info.Network == "jq-abcdefabcdef" {
			part = 1
		}
		for i := range samples {
			x := &samples[i]
			if old, ok := keys[x.Game]; ok && old != x.DealKey {
				t.Fatalf("game %d has two deal keys", x.Game)
			}
			keys[x.Game] = x.DealKey
			if x.Flags&Unscored != 0 {
				unscored++
			}
			if d := tally[part].Judge(&filter, x); d == Keep && x.Flags&Unscored != 0 {
				t.Fatal("a sample without a score is kept")
			}
		}
	}
	stats, err := s.Stats(t.Context(), DefaultSplit)
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 60 || tally[0].By[DropUnscored] != 0 || tally[1].By[DropUnscored] == 0 || stats.Plies["unscored"] != unscored {
		t.Errorf("%d games, parent %+v, copy %+v, %d unscored in the statistics", len(keys), tally[0], tally[1], stats.Plies["unscored"])
	}
	scales, err := s.FitLabelScales(t.Context(), Split{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := scales["hce-0123456789ab/cafe"], scales["jq-abcdefabcdef/beef"]
	if len(scales) != 2 || a.Config != "cafe" || b.Config != "beef" || a.Samples < 2*b.Samples || b.Samples == 0 {
		t.Errorf("scales %v", scales)
	}
}

func TestArchiveListsShards(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 40)
	writeShard(t, dir, games[20:], nil)
	path := writeShard(t, dir, games[:20], nil)
	a, err := OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	shards := a.Shards()
	if len(shards) != 2 || shards[0].File != path || shards[0].Content != mustHash(t, path) || len(shards[0].Blocks) != 3 ||
		shards[1].Header.First != 20 || len(shards[1].Blocks) != 3 {
		t.Fatalf("shards %+v", shards)
	}
	if err := a.CheckFiles(t.Context()); err != nil {
		t.Error(err)
	}
	file := mustRead(t, path)
	file[len(file)/2] ^= 1
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := a.CheckFiles(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("a changed byte gives %v", err)
	}
}
