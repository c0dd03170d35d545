// The audit of single reveals: the reference against expectimax by definition, and what it may not know.

package revealprice

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/hce"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// scatter is an evaluator whose values depend on every detail of a position and on nothing sensible.
type scatter struct{}

func (scatter) Reset(*board.Position) {}
func (scatter) Push(*board.Delta)     {}
func (scatter) Pop()                  {}
func (scatter) Evaluate(p *board.Position) score.Value {
	return score.Value(p.Key()*0x9e3779b97f4a7c15>>32%1201) - 600
}

var (
	scattered = engine.Factory{Name: "scatter", Hash: "scatter", New: func() search.Evaluator { return scatter{} }}
	byHand    = engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }}
)

// randomGame is a game of random moves whose last so many were searched, as far as its flags go.
func randomGame(t *testing.T, d deal.Deal, index uint64, plies int) *dataset.Game {
	t.Helper()
	random := deal.NewSource("random moves").Stream("moves", index)
	table := dealer.New(d, rules.Tiantian)
	g := &dataset.Game{Index: index, Deal: d}
	for len(g.Plies) < plies && !table.Verdict().Over() {
		list := table.Public().Position().LegalMoves(nil)
		m := list[random.Uintn(uint64(len(list)))]
		if _, err := table.Play(m); err != nil {
			t.Fatal(err)
		}
		g.Plies = append(g.Plies, dataset.Ply{Move: m})
	}
	for i := range max(0, len(g.Plies)-20) {
		g.Plies[i].Flags = dataset.Random
	}
	if err := g.Annotate(); err != nil {
		t.Fatal(err)
	}
	return g
}

// expectimax is the value of p to the given depth by definition.
func expectimax(p *board.Position, depth, ply int) score.Value {
	if depth == 0 {
		return scatter{}.Evaluate(p)
	}
	best := score.MatedIn(ply)
	for _, m := range p.LegalMoves(nil) {
		var values []score.Value
		var weights []int32
		for _, k := range turnsUp(p, m) {
			q, undo := *p, board.Undo{}
			q.Make(m, k, &undo)
			values = append(values, -expectimax(&q, depth-1, ply+1))
			weights = append(weights, int32(max(1, p.PoolCount(p.Side(), k))))
		}
		best = max(best, score.Average(values, weights))
	}
	return best
}

// turnsUp lists what m may turn up; NoKind alone if it turns nothing up.
func turnsUp(p *board.Position, m board.Move) []board.Kind {
	if !p.IsReveal(m) {
		return []board.Kind{board.NoKind}
	}
	var kinds []board.Kind
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// TestReferenceEqualsExpectimax audits by the search without any heuristic, where star1 is exact and shallow, which
// searches no identity shallower here, too.
func TestReferenceEqualsExpectimax(t *testing.T) {
	const depth = 2
	plain := search.Base
	plain.ShallowBy = 0
	a := newAuditor(scattered, plain, depth, 0)
	audited, beaten := 0, 0
	for i := range uint64(12) {
		q, err := drawReveal(deal.NewSource("draws"), "x", randomGame(t, deal.NewSource("trees").Deal(i), i, 70))
		if err != nil {
			t.Fatal(err)
		}
		if q == nil {
			continue
		}
		r, err := a.audit(t.Context(), q, true)
		if err != nil {
			t.Fatal(err)
		}
		audited++
		p := q.view.Position()
		for k, letter := range r.Letters {
			kind, _, _ := board.KindOfLetter(letter[0])
			after, undo := *p, board.Undo{}
			after.Make(q.move, kind, &undo)
			if want := -expectimax(&after, depth-1, 1); r.True[k] != want || r.Small[k] != want || r.Star1[k] != want {
				t.Errorf("game %d: %s is worth %d, found %d, %d and %d", i, letter, want, r.True[k], r.Small[k], r.Star1[k])
			}
		}
		want := score.Average(r.True, r.Copies)
		for j := range methods {
			exact := methods[j] != search.Bound
			switch v := r.Prices[j].Value; {
			case want > r.Alpha && exact && v != want, exact && want <= r.Alpha && v > r.Alpha, v < min(want, r.Alpha):
				t.Errorf("game %d: %v says %d beyond %d, worth %d", i, methods[j], v, r.Alpha, want)
			}
		}
		if want > r.Alpha {
			beaten++
		}
		if !r.whole() {
			t.Errorf("game %d: %+v cannot be read again", i, r)
		}
	}
	if audited < 8 || beaten == 0 || beaten == audited {
		t.Errorf("%d reveals, %d of them best: the test shows little", audited, beaten)
	}
}

// TestAuditKnowsTheMoversViewAlone audits the same reveal on two deals that differ in what the mover was not told.
func TestAuditKnowsTheMoversViewAlone(t *testing.T) {
	a := newAuditor(byHand, search.Main, 3, 3000)
	changed := 0
	for i := range uint64(8) {
		one := randomGame(t, deal.NewSource("leak").Deal(i), i, 40)
		q, err := drawReveal(deal.NewSource("draws"), "x", one)
		if err != nil || q == nil {
			t.Fatalf("game %d: question %v, error %v", i, q, err)
		}
		other := *one
		other.Deal = exchanged(one, q.ply)
		view, err := viewAt(&other, q.ply)
		if err != nil {
			t.Fatal(err)
		}
		if other.Deal != one.Deal {
			changed++
		}
		first, err1 := a.audit(t.Context(), q, true)
		second, err2 := a.audit(t.Context(), &question{view: view, move: q.move, ply: q.ply}, true)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if !reflect.DeepEqual(timeless(*first), timeless(*second)) {
			t.Errorf("game %d: %+v, on another deal %+v", i, first, second)
		}
	}
	if changed < 7 {
		t.Errorf("only %d deals were changed", changed)
	}
}

// TestStoppedAuditIsAnError stops before an audit and in its middle.
func TestStoppedAuditIsAnError(t *testing.T) {
	a := newAuditor(byHand, search.Main, 60, 0)
	q, err := drawReveal(deal.NewSource("draws"), "x", randomGame(t, deal.NewSource("leak").Deal(0), 0, 40))
	if err != nil || q == nil {
		t.Fatalf("question %v, error %v", q, err)
	}
	for _, wait := range []time.Duration{0, 20 * time.Millisecond} {
		ctx, cancel := context.WithCancel(t.Context())
		if wait == 0 {
			cancel()
		} else {
			time.AfterFunc(wait, cancel)
		}
		if _, err := a.audit(ctx, q, true); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped after %v: error %v", wait, err)
		}
	}
}

// exchanged exchanges all that is still face down before ply for its neighbour's identity, the one about to be
// revealed included.
func exchanged(g *dataset.Game, ply int) deal.Deal {
	touched := map[board.Point]bool{}
	for _, p := range g.Plies[:ply] {
		touched[p.Move.From()], touched[p.Move.To()] = true, true
	}
	d := g.Deal
	for c := range board.Color(board.NumColors) {
		last := board.NoPoint
		for _, pt := range deal.Points(c) {
			if touched[pt] {
				continue
			}
			if last != board.NoPoint {
				d = d.Swap(last, pt)
			}
			last = pt
		}
	}
	return d
}

// timeless is a without the figures that depend on the machine.
func timeless(a Audited) Audited {
	a.Prices = append([]Priced(nil), a.Prices...)
	for i := range a.Prices {
		a.Prices[i].Seconds = 0
	}
	return a
}
