package deal

import (
	"fmt"

	"jieqi/engine/board"
)

// arrangements is the number of ways to deal one side: 15! / (2!⁵ · 5!).
const arrangements = 340_540_200

// NumDeals is the number of different deals, less than 2^57; packed deals are below it.
const NumDeals uint64 = arrangements * arrangements

// Pack returns the number of the deal among all deals, in [0, NumDeals): Red's rank times the
// number of arrangements of a side, plus Black's rank. A side's rank is its place in the
// lexicographic order of the fifteen identities in point order, identities being ordered R A C P N
// B. It panics on a deal that is not complete.
func (d Deal) Pack() uint64 {
	if !d.Complete() {
		panic("deal: pack of a partial deal")
	}
	return rank(d.kinds[:perSide])*arrangements + rank(d.kinds[perSide:])
}

// Unpack returns deal number packed.
func Unpack(packed uint64) (Deal, error) {
	var d Deal
	if packed >= NumDeals {
		return d, fmt.Errorf("packed deal %d: want less than %d", packed, NumDeals)
	}
	unrank(packed/arrangements, d.kinds[:perSide])
	unrank(packed%arrangements, d.kinds[perSide:])
	return d, nil
}

// rank counts the arrangements before kinds: at each place those that put a smaller identity there.
func rank(kinds []board.Kind) uint64 {
	left, ways := board.FullCount, uint64(arrangements)
	var before uint64
	for i, k := range kinds {
		places := uint64(len(kinds) - i)
		for _, smaller := range board.PoolKinds {
			if smaller == k {
				break
			}
			before += ways * uint64(left[smaller]) / places
		}
		ways = ways * uint64(left[k]) / places
		left[k]--
	}
	return before
}

// unrank fills kinds with the arrangement that has the given rank.
func unrank(rank uint64, kinds []board.Kind) {
	left, ways := board.FullCount, uint64(arrangements)
	for i := range kinds {
		places := uint64(len(kinds) - i)
		for _, k := range board.PoolKinds {
			here := ways * uint64(left[k]) / places
			if rank < here {
				kinds[i], ways = k, here
				left[k]--
				break
			}
			rank -= here
		}
	}
}
