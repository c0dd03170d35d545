package hcefit

import (
	"math"
	"slices"

	"jieqi/dataset"
)

// lot returns a number that is drawn for a sample: the same wherever and whenever it is read.
func (r *reader) lot(x *dataset.Sample) uint64 {
	return mix(mix(mix(r.config.Seed)^x.DealKey) ^ x.Game<<16 ^ uint64(x.Ply))
}

// mix is the finaliser of SplitMix64: a permutation that spreads every bit.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// limit returns the n-th lowest lot, or the highest there is if there are no more than n. It sorts
// lots.
func limit(lots []uint64, n int) uint64 {
	if len(lots) <= n {
		return math.MaxUint64
	}
	slices.Sort(lots)
	return lots[n-1]
}

// cut cuts n blocks into at most pieces spans of nearly equal numbers.
func cut(n, pieces int) [][2]int {
	pieces = min(n, pieces)
	spans := make([][2]int, pieces)
	for i := range spans {
		spans[i] = [2]int{n * i / pieces, n * (i + 1) / pieces}
	}
	return spans
}
