package rules_test

import (
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"jieqi/engine/notation"
	"jieqi/engine/recorded"
	"jieqi/engine/rules"
)

// testCase is one row of recorded.Repetition: a game and its verdict.
type testCase struct {
	name, fen       string
	moves           []string
	outcome, reason string
	endPly, window  int
}

func readCases(tb testing.TB) []testCase {
	tb.Helper()
	var cases []testCase
	for _, row := range recorded.Repetition.Rows(tb) {
		end, err1 := strconv.Atoi(row["end_ply"])
		window, err2 := strconv.Atoi(row["window_plies"])
		if err1 != nil || err2 != nil {
			tb.Fatal(row["name"], err1, err2)
		}
		cases = append(cases, testCase{row["name"], row["start_fen"], strings.Fields(row["moves"]), row["verdict"], row.Reason(), end, window})
	}
	return cases
}

// play plays the case's moves until the game is over and returns the verdict and its ply.
func (c *testCase) play(tb testing.TB, g *rules.Game) (rules.Verdict, int) {
	tb.Helper()
	for _, text := range c.moves {
		if v := g.Verdict(); v.Over() {
			return v, g.Plies()
		}
		ply, err := notation.ParsePly(g.Position(), text)
		if err != nil {
			tb.Fatalf("%s: ply %d: %v", c.name, g.Plies()+1, err)
		}
		g.Play(ply)
	}
	v := g.Verdict()
	if !v.Over() {
		return v, -1
	}
	return v, g.Plies()
}

func newGame(tb testing.TB, fen string) *rules.Game {
	tb.Helper()
	p, err := notation.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return rules.NewGame(rules.Tiantian, p)
}

// Verdicts of an independent implementation: 39 hand-made games, the rest generated.
func TestVerdictsOfOtherImplementation(t *testing.T) {
	cases := readCases(t)
	wrong := 0
	for _, c := range cases {
		g := newGame(t, c.fen)
		v, ply := c.play(t, g)
		if v.Outcome.String() != c.outcome || v.Reason.String() != c.reason || ply != c.endPly {
			wrong++
			t.Errorf("%s: %v after %d plies, want %s by %s after %d\n%s moves %s",
				c.name, v, ply, c.outcome, c.reason, c.endPly, c.fen, strings.Join(c.moves, " "))
		}
	}
	t.Logf("%d of %d verdicts agree", len(cases)-wrong, len(cases))
}

// A verdict does not change when the board is mirrored left to right, nor, but for the names of
// the sides, when it is turned around.
func TestVerdictSymmetry(t *testing.T) {
	for _, c := range readCases(t) {
		g := newGame(t, c.fen)
		v, ply := c.play(t, g)
		for _, sym := range []struct {
			name string
			swap bool
			at   func(board.Point) board.Point
		}{
			{"mirrored", false, board.Point.Mirror},
			{"turned", true, board.Point.Flip},
		} {
			h := rules.NewGame(rules.Tiantian, boardtest.Reflected(newGame(t, c.fen).Position(), sym.at, sym.swap))
			got, gotPly := playTransformed(t, &c, h, sym.at, sym.swap)
			want := v
			if sym.swap {
				want.Outcome = swapped(v.Outcome)
			}
			if got != want || gotPly != ply {
				t.Errorf("%s %s: %v after %d plies, want %v after %d", c.name, sym.name, got, gotPly, want, ply)
			}
		}
	}
}

func swapped(o rules.Outcome) rules.Outcome {
	switch o {
	case rules.RedWins:
		return rules.BlackWins
	case rules.BlackWins:
		return rules.RedWins
	default:
		return o
	}
}

func playTransformed(tb testing.TB, c *testCase, g *rules.Game, at func(board.Point) board.Point, swap bool) (rules.Verdict, int) {
	tb.Helper()
	moves := make([]string, len(c.moves))
	for i, text := range c.moves {
		m, err := notation.ParseMove4(text[:4])
		if err != nil {
			tb.Fatal(err)
		}
		letters := text[4:]
		if swap {
			letters = swapCase(letters)
		}
		moves[i] = board.MakeMove(at(m.From()), at(m.To())).String() + letters
	}
	d := *c
	d.moves = moves
	return d.play(tb, g)
}

func swapCase(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] ^= 'a' - 'A'
	}
	return string(b)
}

func BenchmarkJudgeRepetition(b *testing.B) {
	type judged struct {
		base  *board.Position
		moves []board.Move
		first int
	}
	var all []judged
	for _, c := range readCases(b) {
		if c.window == 0 {
			continue
		}
		g := newGame(b, c.fen)
		c.play(b, g)
		base := *g.Base()
		all = append(all, judged{&base, append([]board.Move(nil), g.Moves()...), len(g.Moves()) - c.window})
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		j := &all[i%len(all)]
		rules.JudgeRepetition(j.base, j.moves, j.first)
	}
}
