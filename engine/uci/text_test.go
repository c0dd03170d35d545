package uci

import (
	"math"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"

	"pgregory.net/rapid"
)

func TestWDL(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := score.Value(rapid.IntRange(-int(score.Mate), int(score.Mate)).Draw(t, "score"))
		w, d, l := WDL(v)
		if w < 0 || d < 0 || l < 0 || w+d+l != 1000 {
			t.Fatalf("%d: %d %d %d", v, w, d, l)
		}
		if w2, d2, l2 := WDL(-v); w2 != l || d2 != d || l2 != w {
			t.Fatalf("%d: %d %d %d, mirrored %d %d %d", v, w, d, l, w2, d2, l2)
		}
		if better, _, _ := WDL(v + 1); better < w {
			t.Fatalf("%d: win %d, a centipawn more %d", v, w, better)
		}
	})
}

// TestWDLKeepsTheScale compares win + draw/2 with the expected score of the project's scale.
func TestWDLKeepsTheScale(t *testing.T) {
	for v := score.Value(-600); v <= 600; v += 25 {
		w, d, _ := WDL(v)
		if got, want := (float64(w)+float64(d)/2)/1000, v.Float(); math.Abs(got-want) > 0.005 {
			t.Errorf("%d cp: expected score %.4f from wdl, %.4f by scale", v, got, want)
		}
	}
}

func TestPonderText(t *testing.T) {
	start := examples[2].fen // Red has a chariot on e2, Black a cannon on e7
	for _, c := range []struct{ line, want string }{
		{"e2d2 e7d7", " ponder e7d7"},
		{"e2d2 e7d7 d2e2", " ponder e7d7"},
		{"e2d2", ""},
		{"", ""},
		{"e2d2 a9a8", ""}, // a reveal
		{"a0a1 e7d7", ""}, // a reveal
		{"e2e7 b9c7", ""}, // a reveal
		{"e2d2 e7e3", ""}, // takes a face-down piece
		{"e2d2 a0a1", ""}, // not legal
		{"e2e3 e7d7", ""}, // not legal
	} {
		p, err := notation.ParseFEN(start)
		if err != nil {
			t.Fatal(err)
		}
		var pv []board.Move
		for _, text := range strings.Fields(c.line) {
			m, err := notation.ParseMove4(text)
			if err != nil {
				t.Fatal(err)
			}
			pv = append(pv, m)
		}
		choice := rules.Choice{PV: pv}
		if len(pv) > 0 {
			choice.Move = pv[0]
		}
		if got := ponderText(p, choice); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}
