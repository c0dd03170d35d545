// One reveal priced alone, against expectimax by definition.

package search

import (
	"context"
	"reflect"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// reveals calls visit with some legal reveals of small positions and the depth to price them to.
func reveals(t *testing.T, visit func(g *rules.Game, m board.Move, depth int)) {
	t.Helper()
	games, depths := smallPositions(t, 120)
	n := 0
	for i, g := range games {
		for _, m := range g.Position().LegalMoves(nil) {
			if g.Position().IsReveal(m) {
				visit(g, m, min(depths[i], 3))
				if n++; n%3 == 0 {
					break
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d reveals", n)
	}
}

// TestPriceEqualsExpectimax prices reveals in windows on both sides of their value, and identity by identity.
func TestPriceEqualsExpectimax(t *testing.T) {
	t.Parallel()
	searchers := map[string]*Searcher{}
	for name, o := range exactly() {
		searchers[name] = New(newScatter, o, 1)
	}
	reveals(t, func(g *rules.Game, m board.Move, depth int) {
		want := expectMove(g.Position(), scatter{}, m, depth, 0)
		for name, s := range searchers {
			for _, alpha := range []score.Value{-score.Infinity, want - 1, want, want + 30} {
				s.NewGame()
				p := s.Price(context.Background(), g, m, alpha, rules.Limits{Depth: depth})
				if alpha < want && p.Value != want || alpha >= want && (p.Value > alpha || p.Value < want) {
					t.Errorf("%s: %v to depth %d beyond %d is worth %d, not %d", name, m, depth, alpha, p.Value, want)
				}
				if alpha == -score.Infinity {
					checkOutcomes(t, s, g, m, depth, p)
				}
			}
		}
	})
}

// checkOutcomes asks for each identity that an open window was priced by, separately, and for their average.
func checkOutcomes(t *testing.T, s *Searcher, g *rules.Game, m board.Move, depth int, p Price) {
	t.Helper()
	var values []score.Value
	var weights []int32
	for _, o := range p.Outcomes {
		s.NewGame()
		alone := s.PriceOutcome(context.Background(), g, m, o.Kind, rules.Limits{Depth: depth})
		v := alone.Value
		if !o.Counted || len(alone.Outcomes) != 1 || alone.Outcomes[0] != o || alone.Depth != depth || o.Copies != g.Position().PoolCount(g.Position().Side(), o.Kind) {
			t.Errorf("%v alone is worth %d; counted %+v", m, v, o)
		}
		values, weights = append(values, v), append(weights, int32(o.Copies))
	}
	if got := score.Average(values, weights); got != p.Value {
		t.Errorf("%v: the identities average %d, the price is %d", m, got, p.Value)
	}
}

// TestPriceRepeats asks for equal prices from cleared state, for the one of the last finished iteration when the
// nodes end, and for none when there is none.
func TestPriceRepeats(t *testing.T) {
	g := newGame(t, startFEN)
	m := g.Position().LegalMoves(nil)[0]
	if !g.Position().IsReveal(m) {
		t.Fatalf("%v reveals nothing", m)
	}
	for _, method := range []ChanceMethod{Shallow, Bound, Star1} {
		o := Main
		o.Chance = method
		s := New(byHand, o, 2)
		price := func(l rules.Limits) Price {
			s.NewGame()
			return s.Price(context.Background(), g, m, 10, l)
		}
		first := price(rules.Limits{Depth: 3})
		if again := price(rules.Limits{Depth: 3}); !reflect.DeepEqual(first, again) {
			t.Errorf("%v: %+v, then %+v", method, first, again)
		}
		if len(first.Outcomes) != 6 || !first.Outcomes[0].Counted || first.Depth != 3 {
			t.Errorf("%v: %+v", method, first)
		}
		cut := price(rules.Limits{Depth: 4, Nodes: first.Nodes})
		if cut.Depth != 3 || cut.Value != first.Value || cut.Nodes != first.Nodes || !reflect.DeepEqual(cut.Outcomes, first.Outcomes) {
			t.Errorf("%v: %+v with the nodes of %+v", method, cut, first)
		}
		if none := price(rules.Limits{Nodes: 2}); none.Depth != 0 || none.Nodes != 2 {
			t.Errorf("%v: %+v by two nodes", method, none)
		}
	}
}
