package notation

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
)

func TestDialectsWritten(t *testing.T) {
	const part = "3k5/9/9/x8/9/9/X7X/9/9/4K4"
	p := position(t, part+" w RPnb 7 12")
	for want, d := range map[string]Dialect{
		part + " w R1A0C0P1N0B0r0a0c0p0n1b1 7 12":     {},
		part + " w R1P1n1b1 7 12":                     {NoZeros: true},
		part + " w R1A0C0P1N0B0r0a0c0p0n1b1":          {Layout: ThreeFields},
		part + " w R1P1n1b1 - 7 12":                   {NoZeros: true, Layout: SixFields},
		part + " R1A0C0P1N0B0r0a0c0p0n1b1 w - - 7 12": {Layout: SevenFields},
	} {
		if got := d.Format(p); got != want {
			t.Errorf("%+v writes %q, want %q", d, got, want)
		}
	}
	if got := (Dialect{NoZeros: true}).Format(position(t, bare+" w - 3 9")); got != bare+" w - 3 9" {
		t.Errorf("an empty pool is written as %q", got)
	}
	var captured [board.NumColors]board.Pool
	captured[board.Black][board.Chariot], captured[board.Red][board.Soldier] = 1, 2
	want := part + " w R1A0C0P1N0B0r0a0c0p0n1b1 P2r1 7 12"
	if got := (Dialect{Layout: SixFields}).FormatSetup(p.Setup(), captured); got != want {
		t.Errorf("captured pieces are written as %q, want %q", got, want)
	}
}

func TestLayoutOf(t *testing.T) {
	for _, n := range []int{3, 5, 6, 7} {
		if l, err := LayoutOf(n); err != nil || l.Fields() != n {
			t.Errorf("%d fields: layout %d of %d fields, %v", n, l, l.Fields(), err)
		}
	}
	for _, n := range []int{-1, 0, 4, 8} {
		if _, err := LayoutOf(n); err == nil || !strings.Contains(err.Error(), "fields") {
			t.Errorf("%d fields: error %v", n, err)
		}
	}
}

// Along random games every dialect reads back as the position, but for counters it does not have.
func TestDialectsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.StartPosition()
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			var u board.Undo
			p.MakeTold(drawPly(t, p, rapid.SampledFrom(moves).Draw(t, "move")), &u)
		}
		d := Dialect{rapid.Bool().Draw(t, "no zeros"), Layout(rapid.IntRange(0, numLayouts-1).Draw(t, "layout"))}
		want := p.Setup()
		if d.Layout == ThreeFields {
			want.Halfmove, want.Fullmove = 0, 1
		}
		if got := position(t, d.Format(p)).Setup(); got != want {
			t.Fatalf("%+v: %q reads as another position", d, d.Format(p))
		}
	})
}
