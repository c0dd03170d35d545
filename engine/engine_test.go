package engine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

var byHand = Factory{Name: "hce", New: func() search.Evaluator { return hce.New(&hce.Default) }}

func TestEqualGamesGetEqualChoices(t *testing.T) {
	e := New(byHand, Options{HashMB: 2, Search: search.Main})
	play := func() (moves []board.Move, nodes uint64) {
		if err := e.NewGame(); err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(rules.Tiantian, board.StartPosition())
		for range 8 {
			c, err := e.Choose(context.Background(), g, rules.Limits{Nodes: 500})
			if err != nil || !g.Position().IsLegal(c.Move) {
				t.Fatalf("chose %v, %v", c.Move, err)
			}
			moves, nodes = append(moves, c.Move), nodes+c.Nodes
			g.Play(board.Ply{Move: c.Move, Reveal: turnUp(g.Position(), c.Move), Victim: board.NoKind})
		}
		return moves, nodes
	}
	moves, nodes := play()
	again, nodesAgain := play()
	for i := range moves {
		if moves[i] != again[i] {
			t.Fatalf("move %d was %v, then %v", i, moves[i], again[i])
		}
	}
	if nodes != nodesAgain {
		t.Fatalf("%d nodes, then %d", nodes, nodesAgain)
	}
}

// turnUp lets a reveal turn into the likeliest identity.
func turnUp(p *board.Position, m board.Move) board.Kind {
	if !p.IsReveal(m) {
		return board.NoKind
	}
	best := board.NoKind
	for _, k := range board.PoolKinds {
		if n := p.PoolCount(p.Side(), k); n > 0 && (best == board.NoKind || n > p.PoolCount(p.Side(), best)) {
			best = k
		}
	}
	return best
}

func TestNoLegalMoveIsAnError(t *testing.T) {
	p, err := notation.ParseFEN("3k5/R8/9/9/9/9/9/9/4R4/4K4 b - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if p.HasLegalMove() {
		t.Fatal("the position was meant to have no legal move")
	}
	_, err = New(byHand, Options{}).Choose(context.Background(), rules.NewGame(rules.Tiantian, p), rules.Limits{Nodes: 10})
	if !errors.Is(err, ErrNoMove) {
		t.Fatalf("error %v, want ErrNoMove", err)
	}
}

func TestExplain(t *testing.T) {
	x := Explain(byHand, board.StartPosition())
	home := board.MakePoint(0, 0)
	if !x.Known[home] || x.Worth[home] <= 0 {
		t.Errorf("the face-down piece on a0 is worth %d", x.Worth[home])
	}
	if general := board.MakePoint(4, 0); x.Known[general] {
		t.Error("a general has a worth")
	}
	text := x.String()
	for _, want := range []string{"red to move", "expected score", "   K  ", "     a     b"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
