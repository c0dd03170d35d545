package hce_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
)

// TestBreakdown checks that the terms add up to what Evaluate says, and that the text names them all.
func TestBreakdown(t *testing.T) {
	walk(rand.New(rand.NewPCG(3, 4)), 120, func(p *board.Position) {
		b := fresh.Breakdown(p)
		sum := int32(0)
		for _, v := range b.Terms {
			sum += v
		}
		want := evaluate(p)
		if p.Side() == board.Black {
			want = -want
		}
		if b.Total != want {
			t.Fatalf("total %d, Evaluate for red %d", b.Total, want)
		}
		if diff := sum - int32(want)*100; diff < -110 || diff > 110 {
			t.Fatalf("terms add up to %d hundredths, total %d", sum, want)
		}
		text := fresh.Explain(p)
		for term := range hce.Term(hce.NumTerms) {
			if !strings.Contains(text, term.String()) {
				t.Fatalf("no %v in\n%s", term, text)
			}
		}
	})
}
