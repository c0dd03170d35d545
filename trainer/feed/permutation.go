package feed

import "math/bits"

// permutation is a random order of the numbers below n that is computed, not stored: any
// element can be asked for alone, by any goroutine.
type permutation struct {
	n     uint32
	mask  uint32 // 2^bits - 1, the smallest such that n <= 2^bits
	shift uint32
	keys  [8]uint32
}

// newPermutation returns the order that key stands for.
func newPermutation(n int, key [4]uint64) permutation {
	b := max(bits.Len32(uint32(max(n, 1)-1)), 2)
	p := permutation{n: uint32(n), mask: uint32(1<<b - 1), shift: uint32(b+1) / 2}
	for i := range p.keys {
		p.keys[i] = uint32(key[i/2] >> (32 * (i % 2)))
	}
	return p
}

// at returns element i < n. Each round multiplies by an odd number, adds, and folds the upper
// half onto the lower: all three can be undone within bits bits. Results that are not below n
// are put through again, which walks along a cycle until it is back among the numbers below n.
func (p *permutation) at(i int) int {
	x := uint32(i)
	for {
		for r := 0; r < len(p.keys); r += 2 {
			x = (x*(p.keys[r]|1) + p.keys[r+1]) & p.mask
			x ^= x >> p.shift
		}
		if x < p.n {
			return int(x)
		}
	}
}
