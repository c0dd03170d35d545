package feed

import (
	"testing"

	"pgregory.net/rapid"
)

func TestPermutationIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		p := newPermutation(n, seedOf("test", "", rapid.Uint64().Draw(t, "key")))
		seen := make([]bool, n)
		for i := range n {
			x := p.at(i)
			if x < 0 || x >= n || seen[x] {
				t.Fatalf("element %d of %d is %d: out of range or there twice", i, n, x)
			}
			seen[x] = true
		}
	})
}

// Over many keys, every element comes first about equally often, and so does every pair of
// neighbours keep no relation.
func TestPermutationIsUniform(t *testing.T) {
	const n, keys = 11, 22000
	var first, step [n]int
	for k := range uint64(keys) {
		p := newPermutation(n, seedOf("test", "", k))
		first[p.at(0)]++
		step[(p.at(5)-p.at(4)+n)%n]++
	}
	chi := func(counts []int, expected float64) float64 {
		sum := 0.0
		for _, c := range counts {
			sum += (float64(c) - expected) * (float64(c) - expected) / expected
		}
		return sum
	}
	// 10 and 9 degrees of freedom: beyond 30 less than once in a thousand.
	if x := chi(first[:], keys/n); x > 30 {
		t.Errorf("first elements %v: chi square %.1f", first, x)
	}
	if x := chi(step[1:], keys/float64(n-1)); x > 30 {
		t.Errorf("steps %v: chi square %.1f", step, x)
	}
}

func TestPermutationGolden(t *testing.T) {
	p := newPermutation(1000, seedOf("window", "content", 1, 2, 3))
	want := []int{472, 119, 313, 495, 383}
	for i := range want {
		if got := p.at(i); got != want[i] {
			t.Errorf("element %d is %d, want %d: the order of samples of every run has changed", i, got, want[i])
		}
	}
}
