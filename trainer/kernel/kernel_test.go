package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// near reports whether a and b agree to a few units in the last place of sums of magnitude scale.
func near(a, b, scale float32) bool {
	return math.Abs(float64(a)-float64(b)) <= 4e-6*(math.Abs(float64(b))+float64(scale))
}

func sameSlice(t *testing.T, what string, got, want []float32, scale float32) {
	t.Helper()
	for i := range want {
		if !near(got[i], want[i], scale) {
			t.Fatalf("%s[%d] = %g, want %g", what, i, got[i], want[i])
		}
	}
}

func random(r *rand.Rand, n int, low, high float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = low + (high-low)*r.Float32()
	}
	return x
}

// activations are values as a clipped ReLU leaves them: a third 0, a third 1, the rest between.
func activations(r *rand.Rand, n int) []float32 {
	x := random(r, n, -1, 2)
	clipAll(x)
	return x
}

// forSets runs f for every set but the reference.
func forSets(t *testing.T, f func(t *testing.T, s *Set, r *rand.Rand)) {
	t.Helper()
	for _, s := range available {
		if s == &scalar {
			continue
		}
		t.Run(s.Name, func(t *testing.T) { f(t, s, rand.New(rand.NewPCG(1, 2))) })
	}
}

// lists makes rows of features, among them empty, odd and full ones.
func lists(r *rand.Rand, rows, features int) (index []uint16, start []uint32) {
	start = []uint32{0}
	for i := range rows {
		for range []int{0, 1, 2, 5, 62, 40}[i%6] {
			index = append(index, uint16(r.IntN(features)))
		}
		start = append(start, uint32(len(index)))
	}
	return index, start
}

func TestFirstForward(t *testing.T) {
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		const rows, features = 37, 200
		index, start := lists(r, rows, features)
		w, b := random(r, features*Tile, -.1, .1), random(r, Tile, 0, .5)
		got, want := make([]float32, rows*Tile), make([]float32, rows*Tile)
		s.FirstForward(got, w, b, index, start)
		scalar.FirstForward(want, w, b, index, start)
		sameSlice(t, "x", got, want, 1)
	})
}

func TestFirstBackward(t *testing.T) {
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		const rows, features = 50, 90
		list, start := lists(r, features, rows)
		x := random(r, rows*Tile, -1, 1)
		got := random(r, features*Tile, -1, 1)
		want := slices.Clone(got)
		for _, add := range []bool{true, false, true} {
			s.FirstBackward(got, x, list, start[1:], add)
			scalar.FirstBackward(want, x, list, start[1:], add)
			sameSlice(t, "g", got, want, 8)
		}
	})
}

func TestDense(t *testing.T) {
	type layer struct {
		name             string
		in, out          int
		forward, weights func(s *Set) func(a, b, c []float32)
		inputs           func(s *Set) func(a, b, c []float32)
	}
	layers := []layer{
		{"dense1", TileIn, Hidden1,
			func(s *Set) func(a, b, c []float32) { return s.Dense1Forward },
			func(s *Set) func(a, b, c []float32) { return s.Dense1Weights },
			func(s *Set) func(a, b, c []float32) { return s.Dense1Inputs }},
		{"dense2", Hidden1, Hidden2,
			func(s *Set) func(a, b, c []float32) { return s.Dense2Forward },
			func(s *Set) func(a, b, c []float32) { return s.Dense2Weights },
			func(s *Set) func(a, b, c []float32) { return s.Dense2Inputs }},
	}
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		for _, l := range layers {
			for _, n := range []int{0, 16, 48, 128} {
				x, w, dz := activations(r, n*l.in), random(r, l.in*l.out, -1, 1), random(r, n*l.out, -1, 1)
				check := func(what string, dst, a, b []float32, f func(*Set) func(a, b, c []float32)) {
					t.Helper()
					got, want := slices.Clone(dst), slices.Clone(dst)
					f(s)(got, a, b)
					f(&scalar)(want, a, b)
					sameSlice(t, l.name+" "+what, got, want, 16)
				}
				check("outputs", random(r, n*l.out, -1, 1), x, w, l.forward)
				check("weights", random(r, l.in*l.out, -1, 1), x, dz, l.weights)
				check("inputs", x, dz, w, l.inputs)
			}
		}
	})
}

func TestOutput(t *testing.T) {
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		for _, n := range []int{0, 1, 7, 64} {
			h, w, d := activations(r, n*Hidden2), random(r, Hidden2, -1, 1), random(r, n, -1, 1)
			got, want := make([]float32, n), make([]float32, n)
			s.Output(got, h, w)
			scalar.Output(want, h, w)
			sameSlice(t, "z", got, want, 8)

			gotH, wantH := slices.Clone(h), slices.Clone(h)
			gotG, wantG := random(r, 2*Hidden2, -1, 1), []float32(nil)
			wantG = slices.Clone(gotG)
			s.OutputBackward(gotH, gotG[:Hidden2], gotG[Hidden2:], w, d)
			scalar.OutputBackward(wantH, wantG[:Hidden2], wantG[Hidden2:], w, d)
			sameSlice(t, "dz", gotH, wantH, 1)
			sameSlice(t, "gradients", gotG, wantG, 8)
		}
	})
}

func TestElementwise(t *testing.T) {
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		for _, n := range []int{0, 16, 4096} {
			x, y := random(r, n, -2, 2), random(r, n, -2, 2)
			got, want := slices.Clone(x), slices.Clone(x)
			s.Add(got, y)
			scalar.Add(want, y)
			sameSlice(t, "sum", got, want, 0)
			s.Clip(got)
			scalar.Clip(want)
			sameSlice(t, "clipped", got, want, 0)
			s.Round(got, 127, 0.5)
			scalar.Round(want, 127, 0.5)
			sameSlice(t, "rounded", got, want, 0)
			s.Snap(got, y, 100, 127)
			scalar.Snap(want, y, 100, 127)
			sameSlice(t, "snapped", got, want, 0)
			s.Blend(got, x, 0.3)
			scalar.Blend(want, x, 0.3)
			sameSlice(t, "blended", got, want, 1)
			if a, b := s.SumSquares(x), scalar.SumSquares(x); !near(a, b, 0) {
				t.Errorf("squares of %d: %g, want %g", n, a, b)
			}
		}
	})
}

func TestColumnSums(t *testing.T) {
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		x := random(r, 33*Tile, -1, 1)
		got, want := make([]float32, Tile), make([]float32, Tile)
		s.TileSum(got, x)
		scalar.TileSum(want, x)
		sameSlice(t, "tile sum", got, want, 8)
		s.Dense1Sum(got, x)
		scalar.Dense1Sum(want, x)
		sameSlice(t, "dense sum", got, want, 16)
	})
}

func TestAdamW(t *testing.T) {
	u := Update{Scale: .5, Beta1: .9, Rest1: .1, Beta2: .999, Rest2: .001, Rate: .1, Root: 3, Epsilon: 1e-8, Keep: .99, Limit: .9}
	forSets(t, func(t *testing.T, s *Set, r *rand.Rand) {
		const n = 64
		w, m, v, g := random(r, n, -1, 1), random(r, n, -1, 1), random(r, n, 0, 1), random(r, n, -1, 1)
		w2, m2, v2 := slices.Clone(w), slices.Clone(m), slices.Clone(v)
		for range 5 {
			s.AdamW(w, m, v, g, &u)
			scalar.AdamW(w2, m2, v2, g, &u)
		}
		sameSlice(t, "w", w, w2, 1)
		sameSlice(t, "m", m, m2, 1)
		sameSlice(t, "v", v, v2, 1)
		if slices.Max(w) > u.Limit || slices.Min(w) < -u.Limit {
			t.Errorf("weights %g to %g exceed the limit %g", slices.Min(w), slices.Max(w), u.Limit)
		}
	})
}

// A NaN must reach the loss, where the run stops: no kernel may turn it into a number.
func TestNaNSurvives(t *testing.T) {
	for _, s := range available {
		nan := float32(math.NaN())
		x := make([]float32, Align)
		x[0] = nan
		s.Clip(x)
		if x[0] == x[0] {
			t.Errorf("%s: Clip turned NaN into %g", s.Name, x[0])
		}
		w, zero := slices.Repeat([]float32{nan}, Align), make([]float32, Align)
		s.AdamW(w, slices.Clone(zero), slices.Clone(zero), zero, &Update{Keep: 1, Epsilon: 1, Limit: 1})
		if w[0] == w[0] {
			t.Errorf("%s: AdamW turned NaN into %g", s.Name, w[0])
		}
	}
}

// Assembly checks nothing, so its wrappers must.
func TestShortSlicesPanic(t *testing.T) {
	floats := func(n int) []float32 { return make([]float32, n) }
	start := []uint32{0, 1, 2}
	index := []uint16{0, 0}
	for _, s := range available {
		for name, call := range map[string]func(){
			"FirstForward x":     func() { s.FirstForward(floats(Tile), floats(Tile), floats(Tile), index, start) },
			"FirstForward bias":  func() { s.FirstForward(floats(2*Tile), floats(Tile), floats(Tile-1), index, start) },
			"FirstForward index": func() { s.FirstForward(floats(2*Tile), floats(Tile), floats(Tile), index[:1], start) },
			"FirstBackward g":    func() { s.FirstBackward(floats(2*Tile), floats(Tile), index, start, true) },
			"FirstBackward rows": func() { s.FirstBackward(floats(3*Tile), floats(Tile), index[:1], start, false) },
			"TileSum":            func() { s.TileSum(floats(Tile-1), floats(Tile)) },
			"Dense1Forward":      func() { s.Dense1Forward(floats(2*Rows*Hidden1), floats((2*Rows-1)*TileIn), floats(TileIn*Hidden1)) },
			"Dense1Weights":      func() { s.Dense1Weights(floats(TileIn*Hidden1-1), activeFloats(Rows*TileIn), floats(Rows*Hidden1)) },
			"Dense1Inputs":       func() { s.Dense1Inputs(floats(Rows*TileIn), floats(Rows*Hidden1), floats(TileIn*Hidden1-1)) },
			"Dense1Sum":          func() { s.Dense1Sum(floats(Hidden1-1), floats(Hidden1)) },
			"Dense2Forward":      func() { s.Dense2Forward(floats(Rows*Hidden2), floats(Rows*Hidden1), floats(Hidden1*Hidden2-1)) },
			"Dense2Weights":      func() { s.Dense2Weights(floats(Hidden1*Hidden2-1), activeFloats(Rows*Hidden1), floats(Rows*Hidden2)) },
			"Dense2Inputs":       func() { s.Dense2Inputs(floats(Rows*Hidden1), floats((Rows-1)*Hidden2), floats(Hidden1*Hidden2)) },
			"Output":             func() { s.Output(floats(2), floats(2*Hidden2-1), floats(Hidden2)) },
			"OutputBackward": func() {
				s.OutputBackward(floats(Hidden2), floats(Hidden2), floats(Hidden2-1), floats(Hidden2), floats(1))
			},
			"Add":   func() { s.Add(floats(2*Align), floats(Align)) },
			"Blend": func() { s.Blend(floats(2*Align), floats(Align), 1) },
			"Snap":  func() { s.Snap(floats(2*Align), floats(Align), 1, 1) },
			"AdamW": func() { s.AdamW(floats(2*Align), floats(2*Align), floats(Align), floats(2*Align), &Update{}) },
		} {
			if !panics(call) {
				t.Errorf("%s: %s took a slice that is too short", s.Name, name)
			}
		}
	}
}

// activeFloats are ones: activations that no kernel may skip.
func activeFloats(n int) []float32 { return slices.Repeat([]float32{1}, n) }

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		if s, err := ByName(name); err != nil || s.Name != name {
			t.Errorf("ByName(%q) = %v, %v", name, s, err)
		}
	}
	if _, err := ByName("abacus"); err == nil {
		t.Error("an unknown set was found")
	}
}
