package nnue

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// fill sets every number of dst by next.
func fill[T int8 | int16 | int32](dst []T, next func() int) {
	for i := range dst {
		dst[i] = T(next())
	}
}

// fillLanes sets every number of dst by next.
func fillLanes(dst *lanes, next func() int) {
	for j := range Width {
		dst.set(j, int16(next()))
	}
}

// extremes draws integers up to ±limit, often at the ends and at zero.
func extremes(rng *rand.Rand, limit int) func() int {
	return func() int {
		switch rng.IntN(4) {
		case 0:
			return limit
		case 1:
			return -limit
		case 2:
			return 0
		}
		return rng.IntN(2*limit+1) - limit
	}
}

// drawLater returns later layers of extreme weights; int8 and int16 reach their lowest values too.
func drawLater(rng *rand.Rand) *laterLayers {
	l := new(laterLayers)
	low := func(next func() int, lowest int) func() int {
		return func() int {
			if v := next(); rng.IntN(8) > 0 {
				return v
			}
			return lowest
		}
	}
	weight := low(extremes(rng, math.MaxInt8), math.MinInt8)
	for i := range Joined * Hidden1 {
		l.setDense1(i/Hidden1, i%Hidden1, int8(weight()))
	}
	for i := range Hidden1 * Hidden2 {
		l.setDense2(i/Hidden2, i%Hidden2, int8(weight()))
	}
	fill(l.w3[:], low(extremes(rng, math.MaxInt16), math.MinInt16))
	fill(l.b1[:], extremes(rng, 1<<20))
	fill(l.b2[:], extremes(rng, 1<<20))
	l.b3 = int32(extremes(rng, 1<<24)())
	l.shift1, l.shift2 = uint32(4+rng.IntN(5)), uint32(4+rng.IntN(5))
	return l
}

func TestKernelsAgreeOnOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		limit := rapid.SampledFrom([]int{0, 1, 2, 300, math.MaxInt16}).Draw(t, "limit")
		l := drawLater(rng)
		var acc accumulator
		fillLanes(&acc[0], extremes(rng, limit))
		fillLanes(&acc[1], extremes(rng, limit))
		want := outputPlain(&acc, l)
		for _, k := range kernels {
			if got := k.output(&acc[0], &acc[1], l); got != want {
				t.Fatalf("%v: output %d, want %d", k, got, want)
			}
		}
	})
}

// outputPlain is the output in the words of the format, in 64 bits.
func outputPlain(acc *accumulator, l *laterLayers) int32 {
	layer := func(in []int64, w func(i, j int) int64, bias []int32, shift uint32) []int64 {
		out := make([]int64, len(bias))
		for j := range out {
			z := int64(bias[j])
			for i, x := range in {
				z += x * w(i, j)
			}
			out[j] = min(max(z>>shift, 0), ActivationMax)
		}
		return out
	}
	var joined []int64
	for _, half := range acc {
		for j := range Width {
			joined = append(joined, min(max(int64(half.at(j)), 0), 2*ActivationMax)>>1)
		}
	}
	h1 := layer(joined, func(i, j int) int64 { return int64(l.w1[grouped(i, j, Hidden1)]) }, l.b1[:], l.shift1)
	h2 := layer(h1, func(i, j int) int64 { return int64(l.w2[grouped(i, j, Hidden2)]) }, l.b2[:], l.shift2)
	out := int64(l.b3)
	for j, x := range h2 {
		out += x * int64(l.w3[j])
	}
	return int32(out)
}

func TestKernelsAgreeOnAccumulators(t *testing.T) {
	weights := new([Inputs]lanes)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range weights {
		fillLanes(&weights[i], extremes(rng, math.MaxInt16))
	}
	input := rapid.Uint16Range(0, Inputs-1)
	rapid.Check(t, func(t *rapid.T) {
		on := rapid.SliceOfN(input, 0, 62).Draw(t, "on")
		off := rapid.SliceOfN(input, 0, 62).Draw(t, "off")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var src, want lanes
		for j := range Width {
			v := int16(rng.Uint32())
			src.set(j, v)
			for _, i := range on {
				v += weights[i].at(j)
			}
			for _, i := range off {
				v -= weights[i].at(j)
			}
			want.set(j, v)
		}
		for _, k := range kernels {
			var got lanes
			k.accumulate(&got, &src, weights, on, off)
			if got != want {
				t.Fatalf("%v: accumulate differs", k)
			}
			got = src
			k.accumulate(&got, &got, weights, on, off)
			if got != want {
				t.Fatalf("%v: accumulate in place differs", k)
			}
		}
	})
}

func TestGroupedIsAPermutation(t *testing.T) {
	seen := map[int]bool{}
	for i := range Joined {
		for j := range Hidden1 {
			seen[grouped(i, j, Hidden1)] = true
		}
	}
	for i := range Joined * Hidden1 {
		if !seen[i] {
			t.Fatalf("no weight at %d", i)
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	weights := new([Inputs]lanes)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range weights {
		fillLanes(&weights[i], func() int { return rng.IntN(41) - 20 })
	}
	lists := make([][]uint16, 64)
	for i := range lists {
		for range 48 {
			lists[i] = append(lists[i], uint16(rng.IntN(Inputs)))
		}
	}
	l := drawLater(rng)
	accs := make([]accumulator, 65)
	for i := range accs {
		fillLanes(&accs[i][0], func() int { return rng.IntN(600) - 300 })
		fillLanes(&accs[i][1], func() int { return rng.IntN(600) - 300 })
	}
	sink := int32(0)
	for _, k := range kernels {
		b.Run(k.String()+"/output", func(b *testing.B) {
			for i := range b.N {
				a := &accs[i%64]
				sink += k.output(&a[0], &a[1], l)
			}
		})
		b.Run(k.String()+"/update-1on-2off-both", func(b *testing.B) {
			scratch := make([]accumulator, 65)
			for i := range b.N {
				list := lists[i%64]
				for c := range 2 {
					k.accumulate(&scratch[i%64+1][c], &scratch[i%64][c], weights, list[c:c+1], list[c+1:c+3])
				}
			}
		})
		b.Run(k.String()+"/refresh-48-both", func(b *testing.B) {
			scratch := make([]accumulator, 1)
			for i := range b.N {
				for c := range 2 {
					k.accumulate(&scratch[0][c], &weights[0], weights, lists[(i+c)%64], nil)
				}
			}
		})
	}
	benchSink = sink
}

var benchSink int32
