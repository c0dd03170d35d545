package kernel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSetsOfThisMachineCalculate(t *testing.T) {
	if Fault() != "" {
		t.Error(Fault())
	}
	if len(available) != len(possible()) {
		t.Errorf("this machine has %d sets, used are %q", len(possible()), Names())
	}
}

// Sets that say so give the same bits: a network does not depend on which of them trained it. The sample at the start
// of the program asks so too, of one draw of inputs.
func TestSameBits(t *testing.T) {
	for seed := range uint64(200) {
		known := map[string][]float32{}
		for _, s := range available {
			sample := &sample{set: s, random: rand.New(rand.NewPCG(seed, 3))}
			sample.all()
			if same := known[s.Bits]; same != nil && !sameBits(sample.results, same) {
				t.Fatalf("seed %d: %s does not give the bits of %s", seed, s.Name, s.Bits)
			}
			known[s.Bits] = sample.results
		}
	}
}

// A set that calculates wrong is left out and named, on one line: by a little where its bits are promised, by more than
// rounding elsewhere.
func TestWrongSetsAreLeftOut(t *testing.T) {
	a, b, c := &Set{Name: "a", Bits: "b"}, &Set{Name: "b", Bits: "b"}, &Set{Name: "c", Bits: "c"}
	for _, test := range []struct {
		results map[*Set]float32
		good    []*Set
	}{
		{map[*Set]float32{a: 1, b: 1, c: 1.000001}, []*Set{a, b, c}},
		{map[*Set]float32{a: 1.000001, b: 1, c: 1}, []*Set{b, c}},
		{map[*Set]float32{a: 1, b: 2, c: 1}, []*Set{a, c}},
		{map[*Set]float32{a: 2, b: 2, c: 1}, []*Set{c}},
	} {
		good, fault := trusted([]*Set{a, b, c}, func(s *Set) []float32 { return []float32{test.results[s]} })
		if !slices.Equal(good, test.good) {
			t.Errorf("%v: %d sets are used", test.results, len(good))
		}
		if (fault != "") != (len(good) < 3) || strings.Contains(fault, "\n") {
			t.Errorf("%v: %q", test.results, fault)
		}
		for _, s := range []*Set{a, b} {
			if strings.Contains(fault, "set "+s.Name+" ") == slices.Contains(good, s) {
				t.Errorf("%v: %q", test.results, fault)
			}
		}
	}
}

// Every kernel's results are compared: a set in which one of them does nothing is found out.
func TestEveryKernelIsTried(t *testing.T) {
	want := results(&scalar)
	for name, idle := range map[string]func(s *Set){
		"FirstForward":   func(s *Set) { s.FirstForward = func(x, w, b []float32, i []uint16, n []uint32) {} },
		"FirstBackward":  func(s *Set) { s.FirstBackward = func(g, x []float32, r []uint16, e []uint32, add bool) {} },
		"TileSum":        func(s *Set) { s.TileSum = func(sum, x []float32) {} },
		"Dense1Forward":  func(s *Set) { s.Dense1Forward = func(a, b, c []float32) {} },
		"Dense1Weights":  func(s *Set) { s.Dense1Weights = func(a, b, c []float32) {} },
		"Dense1Inputs":   func(s *Set) { s.Dense1Inputs = func(a, b, c []float32) {} },
		"Dense1Sum":      func(s *Set) { s.Dense1Sum = func(sum, dz []float32) {} },
		"Dense2Forward":  func(s *Set) { s.Dense2Forward = func(a, b, c []float32) {} },
		"Dense2Weights":  func(s *Set) { s.Dense2Weights = func(a, b, c []float32) {} },
		"Dense2Inputs":   func(s *Set) { s.Dense2Inputs = func(a, b, c []float32) {} },
		"Output":         func(s *Set) { s.Output = func(z, h, w []float32) {} },
		"OutputBackward": func(s *Set) { s.OutputBackward = func(h, gw, gb, w, d []float32) {} },
		"Clip":           func(s *Set) { s.Clip = func(x []float32) {} },
		"Round":          func(s *Set) { s.Round = func(x []float32, levels, half float32) {} },
		"Snap":           func(s *Set) { s.Snap = func(dst, src []float32, scale, limit float32) {} },
		"Add":            func(s *Set) { s.Add = func(dst, src []float32) {} },
		"Blend":          func(s *Set) { s.Blend = func(dst, src []float32, share float32) {} },
		"SumSquares":     func(s *Set) { s.SumSquares = func(x []float32) float32 { return 0 } },
		"AdamW":          func(s *Set) { s.AdamW = func(w, m, v, g []float32, u *Update) {} },
	} {
		s := scalar
		idle(&s)
		if similar(results(&s), want) {
			t.Errorf("a set without %s is not found out", name)
		}
	}
}
