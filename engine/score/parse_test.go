package score

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParseTextReadsWhatTextWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := Value(rapid.Int32Range(-int32(VerdictLoss), int32(VerdictLoss)).Draw(t, "cp"))
		if got, ok := ParseText(Text(v)); !ok || got != v {
			t.Fatalf("%q read as %d, %v", Text(v), got, ok)
		}
		n := rapid.IntRange(1, MaxPly).Draw(t, "moves")
		for _, v := range []Value{MateIn(2*n - 1), MatedIn(2 * n)} {
			if got, ok := ParseText(Text(v)); !ok || got != v || !got.IsMate() {
				t.Fatalf("%q read as %d, %v", Text(v), got, ok)
			}
		}
	})
}

func TestParseTextEnds(t *testing.T) {
	for text, want := range map[string]Value{
		"cp 2000000": VerdictLoss, "cp -99999": -VerdictLoss, "mate 0": MatedIn(0), "cp -0": 0,
		"mate 30000": MateIn(2*MaxPly - 1), "mate -30000": MatedIn(2 * MaxPly),
	} {
		if got, ok := ParseText(text); !ok || got != want {
			t.Errorf("%q read as %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "cp", "cp ", "cp x", "cp 1 2", "12", "mate in 3", "cp 99999999999", "wdl 3"} {
		if v, ok := ParseText(text); ok {
			t.Errorf("%q accepted as %d", text, v)
		}
	}
}
