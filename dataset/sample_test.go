package dataset

import (
	"errors"
	"os"
	"sync"
	"testing"
	"unsafe"

	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// TestSamplesAgainstTheDealer derives every sample a second time, from the dealer's views.
func TestSamplesAgainstTheDealer(t *testing.T) {
	games := randomGames(0, 20)
	s := mustOpen(t, writeShard(t, t.TempDir(), games, nil))
	table, hidden := dealer.New(games[0].Deal, rules.Tiantian), 0
	var samples []Sample
	for b := range s.Blocks() {
		var err error
		if samples, err = s.Samples(b, samples); err != nil {
			t.Fatal(err)
		}
	}
	if uint64(len(samples)) != s.Positions() {
		t.Fatalf("%d samples, want %d", len(samples), s.Positions())
	}
	for i := range games {
		g := &games[i]
		table.Reset(g.Deal, rules.Tiantian)
		for ply, p := range g.Plies {
			x := samples[0]
			samples = samples[1:]
			side := table.Public().Position().Side()
			if x.View != table.View(side).Position().Pack() {
				t.Fatalf("game %d: ply %d: not the mover's view", i, ply)
			}
			if table.View(board.Red).Position().Pack() != table.View(board.Black).Position().Pack() {
				hidden++
			}
			want := Sample{View: x.View, DealKey: dealKey("salt", g.Deal.Pack()), Game: g.Index, Score: int16(p.Score), Label: int16(p.Score),
				Ply: uint16(ply), Result: uint8(g.Result.For(side)), Flags: p.Flags}
			if g.Reason == rules.LengthLimit || ply < g.Opening {
				want.Flags |= ScoreOnly
			}
			if x != want {
				t.Fatalf("game %d: ply %d: %+v, want %+v", i, ply, x, want)
			}
			if _, err := table.Play(p.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	if hidden == 0 {
		t.Error("the two sides' views never differed: the test does not test")
	}
}

func TestSampleFitsIn80Bytes(t *testing.T) {
	if n := unsafe.Sizeof(Sample{}); n > 80 {
		t.Errorf("a sample takes %d bytes", n)
	}
}

func TestScoreOnly(t *testing.T) {
	const stray = 15 // a move of no sense, once it was searched
	g := randomGame(3, 40)
	g.Plies[stray].Flags |= Random
	for i := 20; i < len(g.Plies); i++ {
		g.Plies[i].Flags |= Tail
	}
	withStrays := func(h *Header) { h.Stray = 10 }
	for _, reason := range []rules.Reason{rules.Repetition, rules.Adjudicated, rules.LengthLimit, rules.TimeLoss} {
		g.Reason = reason
		s := mustOpen(t, writeShard(t, t.TempDir(), []Game{g}, withStrays))
		samples, err := s.Samples(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for ply, x := range samples {
			want := ply <= stray || ply >= 20 || reason == rules.LengthLimit || reason == rules.TimeLoss
			if got := x.Flags&ScoreOnly != 0; got != want {
				t.Errorf("%v: ply %d: score only %v, want %v", reason, ply, got, want)
			}
		}
	}
}

// TestSamplesConcurrently decodes all blocks from many goroutines; the race detector watches.
func TestSamplesConcurrently(t *testing.T) {
	s := mustOpen(t, writeShard(t, t.TempDir(), randomGames(0, 30), nil))
	want := make([][]Sample, len(s.Blocks()))
	for b := range want {
		var err error
		if want[b], err = s.Samples(b, nil); err != nil {
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for b := range want {
				got, err := s.Samples(b, nil)
				if err != nil || len(got) != len(want[b]) {
					t.Errorf("block %d: %d samples, error %v", b, len(got), err)
					return
				}
				for i := range got {
					if got[i] != want[b][i] {
						t.Errorf("block %d: sample %d differs", b, i)
						return
					}
				}
			}
		})
	}
	group.Wait()
}

// TestIllegalMovesAreNamed writes a game whose moves no rules allow, with all checksums right.
func TestIllegalMovesAreNamed(t *testing.T) {
	games := randomGames(0, 10)
	games[9].Plies[7].Move = board.MakeMove(44, 45)
	path := writeShard(t, t.TempDir(), games, nil)
	s := mustOpen(t, path)
	_, err := s.Samples(1, nil)
	var where *ShardError
	if !errors.Is(err, ErrDamaged) || !errors.As(err, &where) || where.Location != (Location{File: path, Block: 1, Game: 9}) {
		t.Errorf("error %v, want damage in file, block 1, game 9", err)
	}
	if err := os.Truncate(path, 900); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Samples(1, nil); err == nil {
		t.Error("a block beyond the end of the file was read")
	}
}
