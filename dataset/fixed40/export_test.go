package fixed40

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// golden are games that no change of engine or self-play alters.
const golden = "../testdata/v1.jqs"

var split = dataset.Split{Gate: 200, Validation: 200}

func open(t *testing.T, paths ...string) *dataset.Archive {
	t.Helper()
	a, err := dataset.OpenArchive(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// exported exports the golden games.
func exported(t *testing.T, phrase string) (Report, string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	r, err := Export(t.Context(), open(t, golden).Set(), split, phrase, out)
	if err != nil {
		t.Fatal(err)
	}
	return r, out
}

// expected returns, by part, what a stranger should read of the golden games, found another way: from samples and games.
func expected(t *testing.T) map[string][]read {
	t.Helper()
	a := open(t, golden)
	want := map[string][]read{}
	for block := range a.Blocks() {
		samples, err := a.Set().Samples(block, nil)
		if err != nil {
			t.Fatal(err)
		}
		games, err := a.Games(block)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			for _, ply := range g.Plies {
				x := &samples[0]
				samples = samples[1:]
				if x.Flags&dataset.Unscored == 0 {
					part := split.Part(x.DealKey).String()
					want[part] = append(want[part], asRead(x, ply.Move))
				}
			}
		}
	}
	return want
}

func asRead(x *dataset.Sample, m board.Move) read {
	r := read{score: int(x.Score), ply: int(x.Ply), result: int(x.Result), flags: byte(x.Flags), black: x.View.Side() == board.Black}
	s := x.View.Unpack()
	for pt, piece := range s.Pieces {
		if piece == board.NoPiece {
			continue
		}
		letter := map[board.Kind]byte{board.General: 'G', board.Advisor: 'A', board.Elephant: 'E', board.Horse: 'H',
			board.Chariot: 'R', board.Cannon: 'C', board.Soldier: 'S', board.FaceDown: 'D'}[piece.Kind()]
		if piece.Color() != s.Side {
			letter = bytes.ToLower([]byte{letter})[0]
		}
		rank, file := r.see(board.Point(pt))
		r.board[rank][file] = letter
	}
	for i, k := range []board.Kind{board.Advisor, board.Elephant, board.Horse, board.Chariot, board.Cannon, board.Soldier} {
		r.own[i], r.other[i] = int(s.Pools[s.Side][k]), int(s.Pools[s.Side.Other()][k])
	}
	r.fromRank, r.fromFile = r.see(m.From())
	r.toRank, r.toFile = r.see(m.To())
	return r
}

func (r *read) see(pt board.Point) (rank, file int) {
	if r.black {
		return 9 - pt.Rank(), pt.File()
	}
	return pt.Rank(), pt.File()
}

// TestAStrangerReadsThePositions reads the files by the documentation alone and finds each position once, in its part.
func TestAStrangerReadsThePositions(t *testing.T) {
	report, out := exported(t, "a phrase")
	want := expected(t)
	for _, f := range report.Files {
		text, err := os.ReadFile(filepath.Join(out, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != f.SHA256 || int(f.Positions) != len(want[f.Part]) ||
			len(want[f.Part]) == 0 || len(text) != 40*len(want[f.Part]) {
			t.Errorf("%s: %d bytes, %d positions, want %d; sum %x", f.Name, len(text), f.Positions, len(want[f.Part]), sum)
		}
		left := map[read]int{}
		for _, r := range want[f.Part] {
			left[r]++
		}
		var order []int
		for record := range slices.Chunk(text, 40) {
			r, err := readRecord(record)
			if err != nil {
				t.Fatal(err)
			}
			left[r]--
			order = append(order, r.ply)
		}
		for r, n := range left {
			if n != 0 {
				t.Errorf("%s: %+v is there %d times too seldom", f.Name, r, n)
			}
		}
		// Of neighbours in a shuffle, about half rise; in games nearly all do.
		rises := 0
		for i := range order[1:] {
			if order[i+1] > order[i] {
				rises++
			}
		}
		if rises > len(order)*7/10 {
			t.Errorf("%s: %d of %d neighbours rise: not shuffled", f.Name, rises, len(order))
		}
	}
	saved, err := durable.ReadJSON[Report](filepath.Join(out, reportName))
	if err != nil || saved.ContentHash != report.ContentHash || len(saved.Files) != 3 || saved.Unscored == 0 {
		t.Errorf("saved report %+v, %v", saved, err)
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) != 4 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestGoldenExport fails when the bytes change: trainers keep such files for years.
func TestGoldenExport(t *testing.T) {
	const want = "fb9e9650805a6a459e7e2d56893b16997fb0686abc62fdb2cbe4dec8b1bb8cd2"
	report, _ := exported(t, "golden")
	if got := report.Files[0].SHA256; got != want {
		t.Errorf("train%s has SHA-256 %s, want %s", Ext, got, want)
	}
	if other, _ := exported(t, "another phrase"); other.Files[0].SHA256 == want {
		t.Error("the order does not depend on the phrase")
	}
}

// TestHeapsAreOneSort sorts entries by one heap and by many.
func TestHeapsAreOneSort(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var entries []entry
		for i, key := range rapid.SliceOf(rapid.Uint64()).Draw(rt, "keys") {
			entries = append(entries, entry{key: key, part: dataset.Part(i % 3), record: Record{byte(i)}})
		}
		want := slices.SortedFunc(slices.Values(entries), compare)
		for _, positions := range []uint64{1, 3 * heapSize} {
			dir, err := os.MkdirTemp(t.TempDir(), "")
			if err != nil {
				rt.Fatal(err)
			}
			h, err := newHeaps(dir, positions)
			if err != nil {
				rt.Fatal(err)
			}
			for i := range entries {
				if err := h.add(&entries[i]); err != nil {
					rt.Fatal(err)
				}
			}
			var got []entry
			if err := h.sorted(func(e *entry) error { got = append(got, *e); return nil }); err != nil {
				rt.Fatal(err)
			}
			if !slices.Equal(got, want) {
				rt.Fatalf("%d heaps: %v, want %v", len(h.files), got, want)
			}
		}
	})
}

// TestFullestRecord encodes the start, where all 32 pieces stand, and a mate of either sign.
func TestFullestRecord(t *testing.T) {
	for _, v := range []score.Value{31999, -31998, 0} {
		turn := dataset.Turn{Public: board.StartPosition(), Pools: [board.NumColors]board.Pool{board.FullPool, board.FullPool},
			Result: rules.Draw, Played: board.Ply{Move: board.MakeMove(0, 9)}, Plies: []dataset.Ply{{Score: v}}}
		record := encode(&turn)
		r, err := readRecord(record[:])
		if err != nil || r.score != int(v) || r.own != [6]int{2, 2, 2, 2, 2, 5} || r.other != r.own || r.result != 1 ||
			r.board[0][4] != 'G' || r.board[9][4] != 'g' || r.board[9][0] != 'd' || r.toRank != 1 {
			t.Errorf("read %+v, %v", r, err)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	set, dir := open(t, golden).Set(), t.TempDir()
	if _, err := Export(t.Context(), set, split, "x", dir); err == nil {
		t.Error("wrote into a folder that is there")
	}
	if _, err := Export(t.Context(), set, dataset.Split{Gate: 1000}, "x", filepath.Join(dir, "out")); err == nil {
		t.Error("took a split without training")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Export(ctx, set, split, "x", filepath.Join(dir, "out")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
