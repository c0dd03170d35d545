package search

import (
	"context"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// byHand makes the hand-crafted evaluator.
func byHand() Evaluator { return hce.New(&hce.Default) }

// newGame starts a game of the usual rules at a FEN.
func newGame(t testing.TB, fen string) *rules.Game {
	t.Helper()
	p, err := notation.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewGame(rules.Tiantian, p)
}

const startFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

// someFENs are positions of different phases.
var someFENs = []string{
	startFEN,
	"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1",
	"1r1k3x1/9/3p2n2/x3c3p/4C4/P1P6/4P3X/2N1R4/9/X3K3X w R1A2C1P2N1B2r1a2c1p3n1b2 4 20",
	"3ak4/9/9/4p4/9/2R6/9/9/4n4/3AK4 w - 10 60",
}

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

func TestSearchMoves(t *testing.T) {
	g := newGame(t, startFEN)
	only := []board.Move{g.Position().LegalMoves(nil)[3]}
	c := New(byHand, Main, 1).Search(context.Background(), g, rules.Limits{Nodes: 700, SearchMoves: only}, nil)
	if c.Move != only[0] {
		t.Errorf("chose %v of %v", c.Move, only)
	}
}
