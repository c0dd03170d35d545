package gate

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"jieqi/eval"
)

// pairs makes a sample of n pairs with the given share of double wins over double losses.
func pairs(n, lead int) eval.Pairs {
	rest := n - lead
	return eval.Pairs{rest / 4, 0, rest - 2*(rest/4), 0, rest/4 + lead}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   Rule
		pairs  eval.Pairs
		t      float64
		want   Verdict
		reason string
	}{
		{"unfinished", BareRule(), pairs(199, 50), -5, Undecided, ReasonUnfinished},
		{"both keys", BareRule(), pairs(200, 1), -2, Promote, ReasonBothKeys},
		{"loss key missing", BareRule(), pairs(200, 40), -1.9, Reject, ReasonUndecided},
		{"match key missing", BareRule(), pairs(200, 0), -5, Reject, ReasonUndecided},
		{"loss worse", BareRule(), pairs(200, 40), 2.1, Reject, ReasonLoss},
		{"clearly weaker", BareRule(), eval.Pairs{100, 0, 80, 0, 20}, -5, Reject, ReasonWeaker},
		{"strict asks for more", StrictRule(), pairs(200, 1), -2, Undecided, ReasonUnfinished},
		{"strict is content", StrictRule(), pairs(200, 40), -2, Promote, ReasonBothKeys},
		{"extension accepts", StrictRule(), pairs(300, 60), 0, Promote, ReasonExtended},
		{"extension with worse loss", StrictRule(), pairs(300, 60), 0.1, Reject, ReasonUndecided},
		{"extension refuses", StrictRule(), eval.Pairs{100, 0, 150, 0, 50}, -5, Reject, ReasonUndecided},
		{"extension ends", StrictRule(), pairs(1000, 8), -1, Reject, ReasonUndecided},
		{"identical networks", StrictRule(), eval.Pairs{0, 0, 1000, 0, 0}, 0, Reject, ReasonUndecided},
	} {
		d := c.rule.Decide(c.pairs, c.t)
		if d.Verdict != c.want || d.Reason != c.reason {
			t.Errorf("%s: %+v, want %s (%s)", c.name, d, c.want, c.reason)
		}
	}
}

func mustRates(t *testing.T, r Rule, runs int) ErrorRates {
	t.Helper()
	var calls atomic.Int64
	rates, err := r.Rates(t.Context(), runs, func() { calls.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(runs * len(gridElo) * len(gridT)); calls.Load() != want {
		t.Errorf("%d gates shown, want %d", calls.Load(), want)
	}
	return rates
}

// TestRatesObeyTheContext simulates gates that would take hours, and stops them at the first.
func TestRatesObeyTheContext(t *testing.T) {
	rule := BareRule()
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	_, err := rule.Rates(ctx, 1_000_000_000, func() { cancel(why) })
	if !errors.Is(err, why) {
		t.Errorf("error %v", err)
	}
}

func TestErrorRates(t *testing.T) {
	bare := BareRule()
	rates := mustRates(t, bare, 400)
	equal := rates.Promote[2]
	if equal[2] < 0.4 || equal[2] > 0.56 {
		t.Errorf("the bare rule promotes an equal network with mean t -4 in %.2f of gates, want about half", equal[2])
	}
	if equal[0] > 0.04 {
		t.Errorf("the bare rule promotes an equal network with mean t 0 in %.2f of gates, want about 0.01", equal[0])
	}
	strictRule := StrictRule()
	strict := mustRates(t, strictRule, 400)
	if strict.Promote[2][2] >= equal[2] {
		t.Errorf("the strict rule errs as often as the bare one: %v", strict.Promote[2])
	}
	if last := strict.Promote[6]; last[2] < 0.9 {
		t.Errorf("a candidate 40 Elo better with a clearly lower loss is promoted in only %.2f of gates", last[2])
	}
	again := mustRates(t, bare, 400)
	if again.Promote[1][1] != rates.Promote[1][1] || again.Promote[6][2] != rates.Promote[6][2] {
		t.Error("the same rule gave other figures")
	}
}
