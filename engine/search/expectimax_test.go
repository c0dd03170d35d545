// The search against expectimax written down by definition: with whatever must not change a value switched
// on, values and moves are those.

package search

import (
	"context"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// scatter is an evaluator whose values depend on every detail of a position and on nothing sensible, so that
// a wrong position, window or average shows at once.
type scatter struct{}

func (scatter) Reset(*board.Position) {}
func (scatter) Push(*board.Delta)     {}
func (scatter) Pop()                  {}
func (scatter) Evaluate(p *board.Position) score.Value {
	return score.Value(p.Key()*0x9e3779b97f4a7c15>>32%1201) - 600
}

func newScatter() Evaluator { return scatter{} }

// expectimax is the value of p to the given depth by definition: no window, no table, no order. Reveals
// average every identity, searched to depth − 1.
func expectimax(p *board.Position, eval Evaluator, depth, ply int) score.Value {
	if depth == 0 {
		return eval.Evaluate(p)
	}
	best := score.MatedIn(ply)
	for _, m := range p.LegalMoves(nil) {
		best = max(best, expectMove(p, eval, m, depth, ply))
	}
	return best
}

func expectMove(p *board.Position, eval Evaluator, m board.Move, depth, ply int) score.Value {
	after := func(k board.Kind) score.Value {
		q := *p
		var u board.Undo
		q.Make(m, k, &u)
		return -expectimax(&q, eval, depth-1, ply+1)
	}
	if !p.IsReveal(m) {
		return after(board.NoKind)
	}
	var values []score.Value
	var weights []int32
	for k := range board.Kind(board.NumKinds) {
		if n := p.PoolCount(p.Side(), k); n > 0 {
			values, weights = append(values, after(k)), append(weights, int32(n))
		}
	}
	return score.Average(values, weights)
}

// exactly lists option sets that must all give the value of plain expectimax.
func exactly() map[string]Options {
	shallow, star := Options{Chance: Shallow}, Options{Chance: Star1}
	window, table, order := shallow, star, star
	window.RevealWindow = true
	table.Table = true
	order.Table, order.Killers, order.Counters, order.History = true, true, true, true
	order.Aspiration, order.RevealWindow, order.MateDistance = true, true, true
	both := order
	both.Chance = Shallow
	return map[string]Options{
		"shallow": shallow, "star1": star, "reveal window": window, "table": table,
		"everything exact, star1": order, "everything exact, shallow": both,
	}
}

func TestSearchEqualsExpectimax(t *testing.T) {
	t.Parallel()
	games, depths := smallPositions(t, 200)
	searchers := map[string]*Searcher{}
	for name, o := range exactly() {
		searchers[name] = New(newScatter, o, 1)
	}
	depthsSeen := map[int]int{}
	for i, g := range games {
		p := *g.Position()
		if n := board.Perft(&p, 4, board.PerftMode{}); n >= 10_000_000 {
			t.Errorf("position %d: %d lines of four plies are more than this test is about", i, n)
		}
		want := expectimax(&p, scatter{}, depths[i], 0)
		depthsSeen[depths[i]]++
		for name, s := range searchers {
			s.NewGame()
			c := s.Search(context.Background(), g, rules.Limits{Depth: depths[i]}, nil)
			if c.Score != want {
				t.Errorf("position %d, %s: depth %d gives %d, expectimax %d", i, name, depths[i], c.Score, want)
			} else if got := expectMove(&p, scatter{}, c.Move, depths[i], 0); got != want {
				t.Errorf("position %d, %s: %v is worth %d, not %d", i, name, c.Move, got, want)
			}
		}
	}
	t.Logf("positions by depth: %v", depthsSeen)
	if depthsSeen[3] < 50 || depthsSeen[4] < 20 {
		t.Errorf("depths searched: %v", depthsSeen)
	}
}
