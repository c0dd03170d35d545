// What must not change a search: an earlier one, the size of the table, a mirror, a swap of the colours.

package search

import (
	"context"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

func TestEqualSearchesAreEqual(t *testing.T) {
	for _, fen := range someFENs {
		g := newGame(t, fen)
		for _, method := range []ChanceMethod{Shallow, Bound, Star1} {
			o := Main
			o.Chance = method
			s := New(byHand, o, 1)
			first := s.Search(context.Background(), g, rules.Limits{Nodes: 4000}, nil)
			s.Search(context.Background(), newGame(t, startFEN), rules.Limits{Nodes: 3000}, nil)
			s.NewGame()
			again := s.Search(context.Background(), g, rules.Limits{Nodes: 4000}, nil)
			if first.Move != again.Move || first.Score != again.Score || first.Nodes != again.Nodes || first.Depth != again.Depth {
				t.Errorf("%s, %v: %+v, then %+v", fen, method, first, again)
			}
		}
	}
}

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
