package kernel

import (
	"fmt"
	"math"
	"slices"
)

// available lists the sets that this machine can run and that calculate right there, the fastest first.
var available, fault = trusted(possible(), results)

// Fault says which sets calculated wrong when they were tried at the start of the program, and so are not used. It is
// empty on a sound machine.
func Fault() string { return fault }

// trusted leaves out of sets, whose last is the reference, what calculates something else than the reference or than
// a set with the same Bits, and says so on one line.
func trusted(sets []*Set, calculate func(*Set) []float32) (good []*Set, fault string) {
	reference := sets[len(sets)-1]
	known := map[string][]float32{reference.Bits: calculate(reference)}
	for _, s := range slices.Backward(sets) {
		got := calculate(s)
		if same := known[s.Bits]; same != nil && !sameBits(got, same) || !similar(got, known[reference.Bits]) {
			fault += fmt.Sprintf("kernel set %s calculates wrong on this machine and is not used; ", s.Name)
			continue
		}
		known[s.Bits] = got
		good = slices.Insert(good, 0, s)
	}
	if fault != "" {
		fault += "training uses " + good[0].Name
	}
	return good, fault
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// similar compares sums that were taken in different orders, of a few dozen numbers up to 1 each.
func similar(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool {
		return math.Abs(float64(x)-float64(y)) <= 1e-5*(1+math.Abs(float64(y)))
	})
}
