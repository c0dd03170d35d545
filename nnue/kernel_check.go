package nnue

import (
	"fmt"
	"math/rand/v2"
)

// trusted leaves out of available, whose first is the reference, what calculates wrong, and says so on one line. A
// machine, an emulator or a hypervisor that gets an instruction wrong would otherwise play on, weaker.
func trusted(available []kernel, calculates func(kernel) bool) (good []kernel, fault string) {
	for i, k := range available {
		if i > 0 && !calculates(k) {
			fault += fmt.Sprintf("kernel %v calculates wrong on this machine and is not used; ", k)
			continue
		}
		good = append(good, k)
	}
	if fault != "" {
		fault += fmt.Sprintf("networks use %v", good[len(good)-1])
	}
	return good, fault
}

// calculates compares k with the scalar kernel on a few fixed inputs: a fraction of a millisecond, once a program.
func calculates(k kernel) bool {
	const rows, tries = 16, 8
	random := rand.New(rand.NewPCG(1, 2))
	weights, later := new([Inputs]lanes), new(laterLayers)
	for i := range rows {
		for j := range Width {
			weights[i].set(j, int16(random.IntN(801)-400))
		}
	}
	later.randomise(random)
	list := make([]uint16, rows)
	for i := range list {
		list[i] = uint16(i)
	}
	sums := [2]accumulator{} // by the reference, by k
	for range tries {
		on, off := list[:random.IntN(rows)], list[random.IntN(rows):]
		for side := range sums[0] {
			scalar.accumulate(&sums[0][side], &sums[0][1-side], weights, on, off)
			k.accumulate(&sums[1][side], &sums[1][1-side], weights, on, off)
		}
		if sums[0] != sums[1] ||
			scalar.output(&sums[0][0], &sums[0][1], later) != k.output(&sums[1][0], &sums[1][1], later) {
			return false
		}
	}
	return true
}

// randomise draws weights and biases of the size that networks have.
func (l *laterLayers) randomise(random *rand.Rand) {
	for i := range Joined * Hidden1 {
		l.setDense1(i/Hidden1, i%Hidden1, int8(random.Uint32()))
	}
	for i := range Hidden1 * Hidden2 {
		l.setDense2(i/Hidden2, i%Hidden2, int8(random.Uint32()))
	}
	for j := range l.w3 {
		l.w3[j] = int16(random.Uint32())
	}
	for j := range l.b1 {
		l.b1[j] = int32(random.IntN(1<<14) - 1<<13)
	}
	for j := range l.b2 {
		l.b2[j] = int32(random.IntN(1<<14) - 1<<13)
	}
	l.shift1, l.shift2 = 8, 7
}
