package feed

import (
	"cmp"
	"slices"

	"jieqi/dataset"
	"jieqi/nnue/features"
)

// Games resemble each other most at their beginning. So that openings played again and again do
// not drown the rest, early positions that occur n times weigh 1/n each.

// earlyKey identifies a position by what the mover's side of the network sees of it, unmirrored.
func earlyKey(x *dataset.Sample) uint64 {
	var buf [features.MaxActive]uint16
	own := features.ActivePacked(&x.View, x.View.Side(), false, buf[:0])
	h := uint64(len(own))
	for _, f := range own {
		h = mix(h ^ uint64(f))
	}
	return h
}

// countRepeats adds to counts the keys that occur more than once. It sorts keys.
func countRepeats(counts map[uint64]int32, keys []uint64) {
	slices.SortFunc(keys, cmp.Compare[uint64])
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to] == keys[from] {
			to++
		}
		if to-from > 1 {
			counts[keys[from]] = int32(to - from)
		}
		from = to
	}
}

// weight returns what a training sample counts for.
func (r *Reader) weight(x *dataset.Sample) float32 {
	if int(x.Ply) < r.settings.EarlyPlies && len(r.repeats) > 0 {
		if n := r.repeats[earlyKey(x)]; n > 1 {
			return 1 / float32(n)
		}
	}
	return 1
}
