package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// unpruned are the options of a search that cuts nothing but what alpha-beta allows.
var unpruned = Options{
	Chance: Shallow, ShallowBy: shallowBy, Table: true, Quiescence: true, Aspiration: true,
	RevealWindow: true, Killers: true, Counters: true, History: true,
}

func TestTableSizeDoesNotChangeScores(t *testing.T) {
	t.Parallel()
	games, depths := smallPositions(t, 100)
	sizes := []int{0, 1, 64}
	var searchers []*Searcher
	for _, mb := range sizes {
		searchers = append(searchers, New(byHand, unpruned, mb))
	}
	for i, g := range games {
		var first score.Value
		for j, mb := range sizes {
			s := searchers[j]
			s.NewGame()
			c := s.Search(context.Background(), g, rules.Limits{Depth: depths[i]}, nil)
			if mb == 0 {
				first = c.Score
			} else if c.Score != first {
				t.Errorf("position %d, depth %d: %d with %d MB, %d with none", i, depths[i], c.Score, mb, first)
			}
		}
	}
}

// transform returns the game position with every piece moved by where and recoloured by who.
func transform(t *testing.T, p *board.Position, where func(board.Point) board.Point, swap bool) *rules.Game {
	t.Helper()
	old := p.Setup()
	s := old
	for pt := range board.NoPoint {
		pc := old.Pieces[pt]
		if swap && pc != board.NoPiece {
			pc = board.MakePiece(pc.Color().Other(), pc.Kind())
		}
		s.Pieces[where(pt)] = pc
	}
	if swap {
		s.Side = old.Side.Other()
		s.Pools = [2]board.Pool{old.Pools[1], old.Pools[0]}
	}
	q, err := board.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewGame(rules.Tiantian, q)
}

func TestMirroredAndSwappedPositionsScoreTheSame(t *testing.T) {
	games, depths := smallPositions(t, 100)
	s := New(byHand, unpruned, 1)
	value := func(g *rules.Game, depth int) score.Value {
		s.NewGame()
		return s.Search(context.Background(), g, rules.Limits{Depth: depth}, nil).Score
	}
	for i, g := range games {
		p := g.Position()
		want := value(transform(t, p, func(pt board.Point) board.Point { return pt }, false), depths[i])
		if got := value(transform(t, p, board.Point.Mirror, false), depths[i]); got != want {
			t.Errorf("position %d: mirrored %d, as it is %d", i, got, want)
		}
		if got := value(transform(t, p, board.Point.Flip, true), depths[i]); got != want {
			t.Errorf("position %d: with colours swapped %d, as it is %d", i, got, want)
		}
	}
}

func TestSearchAllocatesOnlyItsLine(t *testing.T) {
	for _, method := range []ChanceMethod{Shallow, Bound, Star1} {
		o := Main
		o.Chance = method
		s := New(byHand, o, 2)
		for _, fen := range someFENs {
			g := newGame(t, fen)
			allocs := testing.AllocsPerRun(3, func() {
				s.NewGame()
				s.Search(context.Background(), g, rules.Limits{Nodes: 3000}, nil)
			})
			if allocs > 2 { // the line and the stop flag
				t.Errorf("%v, %s: %v allocations in a search", method, fen, allocs)
			}
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
