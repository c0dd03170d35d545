package search

import (
	"context"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// playOut plays four-letter moves without reveals or face-down victims.
func playOut(t *testing.T, g *rules.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		ply, err := notation.ParsePly(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(ply)
	}
}

// walk puts a worker at the root g and makes moves below it without searching.
func walk(t *testing.T, g *rules.Game, moves ...string) *worker {
	t.Helper()
	s := New(byHand, Main, 1)
	w := s.workers[0]
	w.begin(g, nil)
	for ply, text := range moves {
		m, err := notation.ParseMove4(text)
		if err != nil || !w.pos.IsLegal(m) {
			t.Fatalf("move %s: %v", text, err)
		}
		w.make(m, board.NoKind, ply)
	}
	return w
}

// Positions with a chariot and an advisor against a bare general; in the second the chariot can check forever.
const (
	chariotFEN = "4k4/9/9/9/R8/9/9/9/9/3K1A3 w - 0 1"
	checkFEN   = "4k4/9/9/9/9/9/9/9/R8/3K1A3 w - 0 1"
)

func TestSecondOccurrenceAfterTheRoot(t *testing.T) {
	g := newGame(t, chariotFEN)
	quiet := []string{"a5b5", "e9e8", "b5a5", "e8e9"}
	w := walk(t, g, append([]string{"f0g1", "e9e8", "g1f0", "e8e9"}, quiet...)...)
	if v, ok := w.repeated(8); !ok || v != 0 {
		t.Errorf("third occurrence by quiet moves in the tree: %d %v, want a draw", v, ok)
	}
	w = walk(t, g, quiet...)
	if v, ok := w.repeated(4); ok {
		t.Errorf("the root's own position occurs a second time and is scored %d", v)
	}
	w = walk(t, g, append([]string{"f0g1"}, "e9e8", "a5b5", "e8e9", "b5a5", "e9e8", "a5a6", "e8e9", "a6a5")...)
	if v, ok := w.repeated(9); !ok || v != 0 {
		t.Errorf("second occurrence in the tree: %d %v, want a draw", v, ok)
	}
}

func TestCheckingThroughoutLoses(t *testing.T) {
	g := newGame(t, checkFEN)
	checks := []string{"a1e1", "e9f9", "e1f1", "f9e9", "f1e1"}
	w := walk(t, g, checks...)
	if v, ok := w.repeated(5); !ok || v != -score.LostIn(5) {
		t.Errorf("the side in check throughout gets %d %v, want %d", v, ok, -score.LostIn(5))
	}
	w = walk(t, g, append(checks, "e9f9")...)
	if v, ok := w.repeated(6); !ok || v != score.LostIn(6) {
		t.Errorf("the side that checked throughout gets %d %v, want %d", v, ok, score.LostIn(6))
	}
}

func TestThirdOccurrenceGetsTheVerdict(t *testing.T) {
	g := newGame(t, checkFEN)
	playOut(t, g, "a1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9")
	w := walk(t, g, "f1e1")
	if v, ok := w.repeated(1); !ok || v != -score.LostIn(1) {
		t.Errorf("third occurrence by checks: %d %v, want %d", v, ok, -score.LostIn(1))
	}
	c := New(byHand, Main, 1).Search(context.Background(), g, rules.Limits{Nodes: 3000}, nil)
	if c.Move.String() == "f1e1" || c.Score <= 0 {
		t.Errorf("with a chariot more, chose %v for %d", c.Move, c.Score)
	}
	playOut(t, g, "f1e1")
	if got := g.Verdict(); got.Outcome != rules.BlackWins || got.Reason != rules.PerpetualCheck {
		t.Errorf("the rules say %v", got)
	}
}

func TestIrreversibleMovesEndTheSpan(t *testing.T) {
	g := newGame(t, "4k4/9/9/p8/R8/9/9/9/9/3K1A3 w - 0 1")
	w := walk(t, g, "a5b5", "e9e8", "b5a5", "e8e9", "a5a6")
	if last := len(w.path.steps) - 1; int(w.path.steps[last].start) != last {
		t.Error("positions before a capture still count")
	}
}

func TestNoCaptureLimit(t *testing.T) {
	g := newGame(t, "4k4/9/9/9/R8/9/9/9/9/3K1A3 w - 79 90")
	c := New(byHand, Main, 1).Search(context.Background(), g, rules.Limits{Depth: 3}, nil)
	if c.Score != 0 {
		t.Errorf("a ply before the limit the score is %d", c.Score)
	}
	p, err := notation.ParseFEN("3k5/9/4R4/R8/9/9/9/9/9/4K4 w - 79 90")
	if err != nil {
		t.Fatal(err)
	}
	if !newProver(nil, 1000).forced(p, 1) {
		t.Fatal("the position was meant to hold a mate in one")
	}
	c = New(byHand, Main, 1).Search(context.Background(), rules.NewGame(rules.Tiantian, p), rules.Limits{Depth: 3}, nil)
	if c.Score != score.MateIn(1) {
		t.Errorf("a mate with the limit's last ply scores %d", c.Score)
	}
}

// TestRepliesThatWinByRepetitionAreSeen plays lines of real games to the last move of a side that then lost by
// the opponent's reply, a third occurrence. The searches before have filled the table with values that know
// nothing of the history, and the reply is quiet: neither may hide it.
func TestRepliesThatWinByRepetitionAreSeen(t *testing.T) {
	for name, k := range map[string]struct{ fen, moves, losing string }{
		"check": {
			"1xxxk4/1p1r1R3/6p2/4C3a/9/6P2/8X/5K2P/9/1X3X2c w R0A2C0P3N0B0r1a0c0p1n0b1 0 33",
			"f8f9 e9e8 f9f8 e8e9 f8f9 e9e8", "f9f8",
		},
		"chase": {
			"x2xk4/c4b3/p3a4/1a4A2/4p4/1r4N2/2P6/4P3B/7A1/2RXKX1Xb b R0A0C0P2N0B1r0a0c1p1n1b0 2 25",
			"a8c8 c0a0 c8a8 a0c0 a8c8 c0a0", "c8a8",
		},
		"chase by way of a new position": {
			"4k4/1r3p1c1/c1nbnpbNN/3aB4/pap6/4P1P2/X4R2X/4P1B1P/1P1AC4/2R1K4 b R0A1C1P0N0B0r0a0c0p0n0b0 20 20",
			"d7f9 h7g5 h8h0 c0c2 f9d7 f3h3 h0g0 h3h9 e9e8 h9h0 g0g1 c2d2 b8b6 h0h1 g1g0 h1h0 g0g1 h0g0 g1h1", "g0h0",
		},
	} {
		g, s := newGame(t, k.fen), New(byHand, Main, 1)
		moves := strings.Fields(k.moves)
		for i, m := range moves {
			if (len(moves)-i)%2 == 0 { // the loser's turn
				s.Search(context.Background(), g, rules.Limits{Nodes: 500}, nil)
			}
			playOut(t, g, m)
		}
		m, err := notation.ParseMove4(k.losing)
		if err != nil {
			t.Fatal(err)
		}
		limits := rules.Limits{Depth: 2, SearchMoves: []board.Move{m}}
		if c := s.Search(context.Background(), g, limits, nil); c.Score != score.LostIn(2) {
			t.Errorf("%s: %v scores %d, want %d", name, m, c.Score, score.LostIn(2))
		}
	}
}
