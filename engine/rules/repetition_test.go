package rules_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// testCase is one row of testdata/repetition.tsv.gz: a game and its verdict.
type testCase struct {
	name, fen       string
	moves           []string
	outcome, reason string // the reason in the file's own words
	endPly, window  int
}

// reasonOf translates the file's words.
func reasonOf(word string) string {
	switch word {
	case "-":
		return "none"
	case "check_inside_no_perpetual", "no_forcing_or_mutual_chase":
		return "repetition"
	case "rule40":
		return "no_capture_limit"
	case "mate", "no_moves", "rule40_nomoves":
		return "no_legal_move"
	default:
		return strings.TrimSuffix(strings.TrimSuffix(word, "_by_red"), "_by_black")
	}
}

func readCases(tb testing.TB) []testCase {
	tb.Helper()
	f, err := os.Open("testdata/repetition.tsv.gz")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var cases []testCase
	for sc := bufio.NewScanner(z); sc.Scan(); {
		col := strings.Split(sc.Text(), "\t")
		if col[0] == "name" {
			continue
		}
		end, err1 := strconv.Atoi(col[5])
		window, err2 := strconv.Atoi(col[6])
		if err1 != nil || err2 != nil {
			tb.Fatal(col[0], err1, err2)
		}
		cases = append(cases, testCase{col[0], col[1], strings.Fields(col[2]), col[3], col[4], end, window})
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
	const want = 2681
	cases := readCases(t)
	if len(cases) != want {
		t.Fatalf("%d cases, want %d", len(cases), want)
	}
	wrong := 0
	for _, c := range cases {
		g := newGame(t, c.fen)
		v, ply := c.play(t, g)
		if v.Outcome.String() != c.outcome || v.Reason.String() != reasonOf(c.reason) || ply != c.endPly {
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
			h := rules.NewGame(rules.Tiantian, transform(t, newGame(t, c.fen).Position(), sym.at, sym.swap))
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

func transform(tb testing.TB, p *board.Position, at func(board.Point) board.Point, swap bool) *board.Position {
	tb.Helper()
	s := p.Setup()
	out := s
	for pt, pc := range s.Pieces {
		if swap && pc != board.NoPiece {
			pc = board.MakePiece(pc.Color().Other(), pc.Kind())
		}
		out.Pieces[at(board.Point(pt))] = pc
	}
	if swap {
		out.Side = s.Side.Other()
		out.Pools[0], out.Pools[1] = s.Pools[1], s.Pools[0]
	}
	q, err := board.New(out)
	if err != nil {
		tb.Fatal(err)
	}
	return q
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
