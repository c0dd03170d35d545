// The limits of a search: nodes, moves, none; a single legal move; several threads.

package search

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

func TestNodeLimitIsExact(t *testing.T) {
	s := New(byHand, Main, 2)
	for _, fen := range someFENs {
		g := newGame(t, fen)
		for _, n := range []uint64{1, 2, 3, 7, 10, 33, 100, 257, 800, 1000, 1023, 1024, 1025, 2048, 5000, 12345} {
			s.NewGame()
			c := s.Search(context.Background(), g, rules.Limits{Nodes: n}, nil)
			if c.Nodes != n {
				t.Errorf("%s: %d nodes for a limit of %d", fen, c.Nodes, n)
			}
			if !g.Position().IsLegal(c.Move) || len(c.PV) == 0 || c.PV[0] != c.Move {
				t.Errorf("%s: %d nodes chose %v with line %v", fen, n, c.Move, c.PV)
			}
			if c.Score < -score.Mate || c.Score > score.Mate {
				t.Errorf("%s: %d nodes gave %d", fen, n, c.Score)
			}
		}
	}
}

func TestSearchMoves(t *testing.T) {
	g := newGame(t, startFEN)
	only := []board.Move{g.Position().LegalMoves(nil)[3]}
	c := New(byHand, Main, 1).Search(context.Background(), g, rules.Limits{Nodes: 700, SearchMoves: only}, nil)
	if c.Move != only[0] {
		t.Errorf("chose %v of %v", c.Move, only)
	}
}

func TestInfiniteSearchEndsWhenTold(t *testing.T) {
	for threads := 1; threads <= 2; threads++ {
		s := New(byHand, Main, 1)
		s.Threads(threads)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(30*time.Millisecond, cancel)
		began := time.Now()
		c := s.Search(ctx, newGame(t, startFEN), rules.Limits{Infinite: true}, nil)
		if c.Move == board.NoMove || time.Since(began) > 5*time.Second {
			t.Errorf("chose %v after %v", c.Move, time.Since(began))
		}
		c = s.Search(ctx, newGame(t, startFEN), rules.Limits{Infinite: true}, nil)
		if c.Move == board.NoMove {
			t.Error("no move from a search told to stop beforehand")
		}
	}
}

func TestSingleLegalMoveIsSearched(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	s := New(byHand, Main, 2)
	seen := 0
	for seen < 10 {
		randomGame(random, 300, func(g *rules.Game) bool {
			if g.Position().CountLegal() != 1 {
				return true
			}
			seen++
			s.NewGame()
			c := s.Search(context.Background(), g, rules.Limits{Nodes: 2000}, nil)
			if !c.Score.IsMate() && c.Nodes != 2000 {
				t.Errorf("a single legal move was searched for %d of 2000 nodes", c.Nodes)
			}
			return false
		})
	}
}

// Threads that have to take turns are left out: a clock and a stop would wait for them.
func TestThreadsRunAtOnce(t *testing.T) {
	s := New(byHand, Main, 1)
	most := runtime.GOMAXPROCS(0)
	for n, want := range map[int]int{-1: 1, 0: 1, 1: 1, most: most, most + 1: most, 256 * most: most} {
		if got := s.Threads(n); got != want || len(s.workers) != want {
			t.Errorf("%d threads: %d said, %d there, want %d", n, got, len(s.workers), want)
		}
	}
}

func TestThreadsShareTheWork(t *testing.T) {
	s := New(byHand, Main, 4)
	for _, threads := range []int{2, 3, 1} {
		s.Threads(threads)
		for _, fen := range someFENs {
			g := newGame(t, fen)
			c := s.Search(context.Background(), g, rules.Limits{Nodes: 30_001}, nil)
			if !g.Position().IsLegal(c.Move) || c.Nodes > 30_001 || c.Nodes < 10_000 {
				t.Errorf("%d threads, %s: %v after %d nodes", threads, fen, c.Move, c.Nodes)
			}
		}
	}
}
