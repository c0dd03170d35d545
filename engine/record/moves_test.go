package record

import (
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/plain"
	"jieqi/engine/recorded"
	"jieqi/engine/rules"
)

// Whatever list of moves is accepted, the slow second opinion accepts too, and agrees on all
// three views, the legal moves and the verdict after each move.
func FuzzMoves(f *testing.F) {
	for _, moves := range []string{
		"b2b9Rn a9b9r", "b2e2C h9g7r e2e6p", "b2b9Rn h7h0rP", "b2b9R a9b9r", "e3e4A h7h0cR a3a4P b7b0cR b2b3C",
		"e0e1 e9e8 e1e0 e8e9 e0e1 e9e8 e1e0 e8e9 e0e1",
		"h2h3R b7e7c b2b3R a9a8r h3h7c e7e0",
	} {
		f.Add(moves)
	}
	for _, game := range recorded.Games.Rows(f)[:8] {
		f.Add(game["moves_omniscient"])
	}
	f.Fuzz(func(t *testing.T, moves string) {
		g := NewGame(rules.Tiantian, board.StartPosition())
		second, err := plain.NewGame(startFEN, rules.Tiantian.NoCaptureLimit)
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.SplitSeq(moves, " ") {
			if g.Play(text) != nil {
				return
			}
			if err := second.Play(text); err != nil {
				t.Fatalf("%q: accepted, the second opinion says %v", moves, err)
			}
			compareGames(t, g, second)
		}
	})
}

func compareGames(t *testing.T, g *Game, second *plain.Game) {
	t.Helper()
	for view, p := range map[plain.View]*board.Position{
		plain.Public: g.Public(), plain.Red: g.View(board.Red), plain.Black: g.View(board.Black),
	} {
		if got, want := notation.FormatFEN(p), second.FEN(view); got != want {
			t.Fatalf("view %d is %s, the second opinion %s", view, got, want)
		}
	}
	want := map[string]bool{}
	for _, m := range second.Legal() {
		want[m.String()] = true
	}
	for _, m := range legal(g.Public()) {
		if !want[m] {
			t.Fatalf("%s in %s is not legal by the second opinion", m, notation.FormatFEN(g.Public()))
		}
		delete(want, m)
	}
	if len(want) != 0 {
		t.Fatalf("legal moves missing in %s: %v", notation.FormatFEN(g.Public()), want)
	}
	v := g.public.Verdict() // of this position, whatever came before
	if result, reason := second.Verdict(); result != v.Outcome.String() || reason != v.Reason.String() {
		t.Fatalf("%s: %v, the second opinion is %s by %s", notation.FormatFEN(g.Public()), v, result, reason)
	}
}
