// Several lines of one search, reveals among them.

package search

import (
	"context"
	"slices"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// told is a line as report gave it.
type told struct {
	rank     int
	value    score.Value
	line     []board.Move
	outcomes []Outcome
}

// linesOf searches g and returns the lines of the last finished iteration.
func linesOf(s *Searcher, g *rules.Game, l rules.Limits) (list []told, c rules.Choice) {
	s.NewGame()
	c = s.Search(context.Background(), g, l, func(i Info) {
		if i.MultiPV == 1 {
			list = list[:0]
		}
		list = append(list, told{i.MultiPV, i.Score, slices.Clone(i.PV), slices.Clone(i.Outcomes)})
	})
	return list, c
}

// TestEveryLineEqualsExpectimax asks for all moves as lines: each has its value by definition, the best first, and
// that of a reveal is the average of what its identities are said to be worth.
func TestEveryLineEqualsExpectimax(t *testing.T) {
	t.Parallel()
	games, depths := smallPositions(t, 40)
	searchers := map[string]*Searcher{}
	for name, o := range exactly() {
		searchers[name] = New(newScatter, o, 1)
	}
	reveals := 0
	for n, g := range games {
		p, depth := g.Position(), min(depths[n], 3)
		for name, s := range searchers {
			list, c := linesOf(s, g, rules.Limits{Depth: depth, MultiPV: 256})
			if len(list) != p.CountLegal() || list[0].value != c.Score || list[0].line[0] != c.Move {
				t.Fatalf("position %d, %s: %d lines of %d moves, the first %+v, chosen %+v", n, name, len(list), p.CountLegal(), list[0], c)
			}
			seen := map[board.Move]bool{}
			for i, l := range list {
				m := l.line[0]
				if want := expectMove(p, scatter{}, m, depth, 0); l.value != want || seen[m] || l.rank != i+1 || i > 0 && l.value > list[i-1].value {
					t.Errorf("position %d, %s: line %d is %v with %d, expectimax %d", n, name, i+1, m, l.value, want)
				}
				seen[m] = true
				if p.IsReveal(m) {
					reveals++
				}
				checkAverage(t, p, l)
			}
		}
	}
	if reveals < 90 {
		t.Errorf("only %d reveals", reveals)
	}
}

// checkAverage compares a line with the average of its first move's identities, which must be all there are.
func checkAverage(t *testing.T, p *board.Position, l told) {
	t.Helper()
	if !p.IsReveal(l.line[0]) {
		if len(l.outcomes) != 0 {
			t.Errorf("%v reveals nothing, outcomes %+v", l.line[0], l.outcomes)
		}
		return
	}
	pool := p.Pool(p.Side())
	var values []score.Value
	var weights []int32
	for _, o := range l.outcomes {
		if o.Copies != int(pool[o.Kind]) {
			t.Errorf("%v: %d of %v, the pool has %d", l.line[0], o.Copies, o.Kind, pool[o.Kind])
		}
		values, weights = append(values, o.Value), append(weights, int32(o.Copies))
		pool[o.Kind] = 0
	}
	if pool.Size() != 0 {
		t.Fatalf("%v: outcomes %+v leave %v out", l.line[0], l.outcomes, pool)
	}
	if got := score.Average(values, weights); got != l.value {
		t.Errorf("%v: the outcomes %+v average %d, the line says %d", l.line[0], l.outcomes, got, l.value)
	}
}

// TestLinesOfThePlayingSearch looks at lines with every heuristic on: in order, each a move of its own, none better than
// what was chosen, reveals the average of their identities; the same again from cleared state.
func TestLinesOfThePlayingSearch(t *testing.T) {
	s := New(byHand, Main, 2)
	for _, fen := range someFENs {
		g := newGame(t, fen)
		for _, lines := range []int{1, 2, 5} {
			list, c := linesOf(s, g, rules.Limits{Depth: 7, MultiPV: lines})
			if len(list) != min(lines, g.Position().CountLegal()) || list[0].line[0] != c.Move || list[0].value != c.Score {
				t.Errorf("%s: %d lines of %d, chosen %+v", fen, len(list), lines, c)
			}
			for i, l := range list {
				if i > 0 && (l.value > list[i-1].value || slices.ContainsFunc(list[:i], func(o told) bool { return o.line[0] == l.line[0] })) {
					t.Errorf("%s: line %d of %+v", fen, i+1, list)
				}
				checkAverage(t, g.Position(), l)
			}
			again, _ := linesOf(s, g, rules.Limits{Depth: 7, MultiPV: lines})
			if !slices.EqualFunc(list, again, func(a, b told) bool {
				return a.value == b.value && slices.Equal(a.line, b.line) && slices.Equal(a.outcomes, b.outcomes)
			}) {
				t.Errorf("%s: %+v, then %+v", fen, list, again)
			}
		}
	}
}
