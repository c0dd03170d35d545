package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestExpectedMatchesLogistic(t *testing.T) {
	for v := -MaxEval; v <= MaxEval; v++ {
		want := v.Float() * float64(One)
		if got := float64(v.Expected()); math.Abs(got-want) > 1 {
			t.Fatalf("expected score of %d: %v, want %v within one unit", v, got, want)
		}
	}
}

func TestExpectedIsMonotoneAndAntisymmetric(t *testing.T) {
	for v := -Infinity + 1; v < Infinity; v++ {
		if v.Expected() < (v - 1).Expected() {
			t.Fatalf("expected score falls from %d to %d", v-1, v)
		}
		if v.Expected()+(-v).Expected() != One {
			t.Fatalf("expected scores of %d and %d do not add up to one", v, -v)
		}
		if certain := v.Expected() == 0 || v.Expected() == One; certain != v.IsMate() {
			t.Fatalf("expected score of %d is %d: only mates are certain", v, v.Expected())
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for v := -ExactEval; v <= ExactEval; v++ {
		if got := v.Expected().Value(); got != v {
			t.Fatalf("%d comes back as %d", v, got)
		}
	}
	if got := One.Value(); got <= ExactEval || got > MaxEval || Prob(0).Value() != -got {
		t.Fatalf("certain scores give %d and %d", got, Prob(0).Value())
	}
}

func TestFloorAndCeilAreTight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Prob(rapid.Int32Range(0, int32(One)).Draw(t, "e"))
		if v := e.Floor(); v.Expected() > e && v != -Infinity || v < MaxEval && v > -Infinity && (v+1).Expected() <= e {
			t.Fatalf("floor of %d is %d", e, v)
		}
		if v := e.Ceil(); v.Expected() < e && v != Infinity || v > -MaxEval && v < Infinity && (v-1).Expected() >= e {
			t.Fatalf("ceil of %d is %d", e, v)
		}
	})
}

func drawValue(t *rapid.T, label string) Value {
	return rapid.OneOf(
		rapid.Map(rapid.Int32Range(-3000, 3000), func(v int32) Value { return Value(v) }),
		rapid.Map(rapid.Int32Range(-int32(MaxEval), int32(MaxEval)), func(v int32) Value { return Value(v) }),
		rapid.SampledFrom([]Value{MateIn(1), MateIn(7), MatedIn(0), MatedIn(12), LostIn(4), -LostIn(3)}),
	).Draw(t, label)
}

func TestAverageProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		vs, neg, w := make([]Value, n), make([]Value, n), make([]int32, n)
		least, most, mates := Infinity, -Infinity, 0
		var mean, total float64
		for i := range vs {
			vs[i] = drawValue(t, "value")
			w[i] = rapid.Int32Range(1, 5).Draw(t, "weight")
			neg[i] = -vs[i]
			least, most = min(least, vs[i]), max(most, vs[i])
			mean += vs[i].Float() * float64(w[i])
			total += float64(w[i])
			if vs[i].IsMate() {
				mates++
			}
		}
		got := Average(vs, w)
		if Average(neg, w) != -got {
			t.Fatalf("average of the negated values is %d, not %d", Average(neg, w), -got)
		}
		if allOneSide := mates == n && (least > 0 || most < 0); got.IsMate() != allOneSide {
			t.Fatalf("average of %v is %d", vs, got)
		}
		if mean /= total; math.Abs(got.Float()-mean) > 0.002 {
			t.Fatalf("average of %v with weights %v is %d = %v, want %v", vs, w, got, got.Float(), mean)
		}
	})
}

func TestAverageOfMates(t *testing.T) {
	w := []int32{2, 1, 5}
	for _, c := range []struct {
		vs   []Value
		want Value
	}{
		{[]Value{MateIn(3), MateIn(9), MateIn(5)}, MateIn(9)},
		{[]Value{MatedIn(3), MatedIn(9), MatedIn(5)}, MatedIn(9)},
		{[]Value{4000, 4000, 4000}, 4000},
		{[]Value{120, 120, 120}, 120},
		{[]Value{LostIn(3), LostIn(3), LostIn(3)}, LostIn(3)},
	} {
		if got := Average(c.vs, w); got != c.want {
			t.Errorf("average of %v is %d, want %d", c.vs, got, c.want)
		}
	}
	if got := Average([]Value{MateIn(1), MatedIn(1)}, []int32{3, 1}); got != Value(191) {
		t.Errorf("three quarters of a mate are %d cp, want 191", got)
	}
}

func TestText(t *testing.T) {
	for v, want := range map[Value]string{
		0: "cp 0", -37: "cp -37", MaxEval: "cp 20000", LostIn(0): "cp -25000",
		MateIn(1): "mate 1", MateIn(3): "mate 2", MatedIn(2): "mate -1", MatedIn(0): "mate 0",
	} {
		if got := Text(v); got != want {
			t.Errorf("text of %d is %q, want %q", v, got, want)
		}
	}
	if MateIn(5).MatePlies() != 5 || MatedIn(4).MatePlies() != 4 || Value(7).MatePlies() != 0 {
		t.Error("wrong distance to mate")
	}
}
