//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// possible lists the sets that this machine's instructions allow, the fastest first.
func possible() []*Set {
	x, sets := &cpu.X86, []*Set{&scalar}
	if x.HasAVX2 && x.HasFMA {
		sets = append([]*Set{avx2}, sets...)
		if x.HasAVX512F && x.HasAVX512DQ {
			sets = append([]*Set{avx512}, sets...)
		}
	}
	return sets
}

var avx2 = (&assembly{
	firstForwardAVX2, firstBackwardAVX2, tileSumAVX2,
	dense1ForwardAVX2, dense1WeightsAVX2, dense1InputsAVX2, dense1SumAVX2,
	dense2ForwardAVX2, dense2WeightsAVX2, dense2InputsAVX2,
	outputAVX2, outputBackwardAVX2,
	clipAVX2, roundAVX2, snapAVX2, addAVX2, blendAVX2, sumSquaresAVX2, adamWAVX2,
}).set("avx2", "avx2")

var avx512 = (&assembly{
	firstForwardAVX512, firstBackwardAVX512, tileSumAVX512,
	dense1ForwardAVX512, dense1WeightsAVX512, dense1InputsAVX512, dense1SumAVX512,
	dense2ForwardAVX512, dense2WeightsAVX512, dense2InputsAVX512,
	outputAVX2, outputBackwardAVX512, // sums along registers are AVX2's, so that their order is
	clipAVX512, roundAVX512, snapAVX512, addAVX512, blendAVX512, sumSquaresAVX2, adamWAVX512,
}).set("avx512", "avx2")

// assembly is the functions of one set, which check nothing.
type assembly struct {
	firstForward  func(x, w, bias *float32, index *uint16, start *uint32, n int)
	firstBackward func(g, x *float32, rows *uint16, end *uint32, n, add int)
	tileSum       func(sum, x *float32, n int)

	dense1Forward, dense1Weights, dense1Inputs func(a, b, c *float32, n int)
	dense1Sum                                  func(sum, x *float32, n int)
	dense2Forward, dense2Weights, dense2Inputs func(a, b, c *float32, n int)

	output         func(z, h, w *float32, n int)
	outputBackward func(h, gw, gb, w, d *float32, n int)

	clip       func(x *float32, n int)
	round      func(x *float32, n int, levels, half float32)
	snap       func(dst, src *float32, n int, scale, limit float32)
	add        func(dst, src *float32, n int)
	blend      func(dst, src *float32, n int, share float32)
	sumSquares func(x *float32, n int) float32
	adamW      func(w, m, v, g *float32, n int, u *Update)
}

// set wraps the functions: an index expression for every slice panics where it is too short.
func (f *assembly) set(name, bits string) *Set {
	return &Set{
		Name: name, Bits: bits,
		FirstForward:  f.firstForwardChecked,
		FirstBackward: f.firstBackwardChecked,
		TileSum: func(sum, x []float32) {
			if n := len(x) / Tile; n > 0 {
				f.tileSum(cut(sum, Tile), &x[0], n)
			}
		},
		Dense1Forward: func(out, x, w []float32) {
			if n := positions(out, Hidden1); n > 0 {
				f.dense1Forward(&out[0], cut(x, n*TileIn), cut(w, TileIn*Hidden1), n)
			}
		},
		Dense1Weights: func(g, x, dz []float32) {
			if n := positions(dz, Hidden1); n > 0 {
				f.dense1Weights(cut(g, TileIn*Hidden1), cut(x, n*TileIn), &dz[0], n)
			}
		},
		Dense1Inputs: func(x, dz, wt []float32) {
			if n := positions(x, TileIn); n > 0 {
				f.dense1Inputs(&x[0], cut(dz, n*Hidden1), cut(wt, TileIn*Hidden1), n)
			}
		},
		Dense1Sum: func(sum, dz []float32) {
			if n := len(dz) / Hidden1; n > 0 {
				f.dense1Sum(cut(sum, Hidden1), &dz[0], n)
			}
		},
		Dense2Forward: func(out, x, w []float32) {
			if n := positions(out, Hidden2); n > 0 {
				f.dense2Forward(&out[0], cut(x, n*Hidden1), cut(w, Hidden1*Hidden2), n)
			}
		},
		Dense2Weights: func(g, x, dz []float32) {
			if n := positions(dz, Hidden2); n > 0 {
				f.dense2Weights(cut(g, Hidden1*Hidden2), cut(x, n*Hidden1), &dz[0], n)
			}
		},
		Dense2Inputs: func(x, dz, wt []float32) {
			if n := positions(x, Hidden1); n > 0 {
				f.dense2Inputs(&x[0], cut(dz, n*Hidden2), cut(wt, Hidden1*Hidden2), n)
			}
		},
		Output: func(z, h, w []float32) {
			if n := len(z); n > 0 {
				f.output(&z[0], cut(h, n*Hidden2), cut(w, Hidden2), n)
			}
		},
		OutputBackward: func(h, gw, gb, w, d []float32) {
			if n := len(d); n > 0 {
				f.outputBackward(cut(h, n*Hidden2), cut(gw, Hidden2), cut(gb, Hidden2), cut(w, Hidden2), &d[0], n)
			}
		},
		Clip: func(x []float32) {
			if n := aligned(x); n > 0 {
				f.clip(&x[0], n)
			}
		},
		Round: func(x []float32, levels, half float32) {
			if n := aligned(x); n > 0 {
				f.round(&x[0], n, levels, half)
			}
		},
		Snap: func(dst, src []float32, scale, limit float32) {
			if n := aligned(dst); n > 0 {
				f.snap(&dst[0], cut(src, n), n, scale, limit)
			}
		},
		Add: func(dst, src []float32) {
			if n := aligned(dst); n > 0 {
				f.add(&dst[0], cut(src, n), n)
			}
		},
		Blend: func(dst, src []float32, share float32) {
			if n := aligned(dst); n > 0 {
				f.blend(&dst[0], cut(src, n), n, share)
			}
		},
		SumSquares: func(x []float32) float32 {
			if n := aligned(x); n > 0 {
				return f.sumSquares(&x[0], n)
			}
			return 0
		},
		AdamW: func(w, m, v, g []float32, u *Update) {
			if n := aligned(w); n > 0 {
				f.adamW(&w[0], cut(m, n), cut(v, n), cut(g, n), n, u)
			}
		},
	}
}

func (f *assembly) firstForwardChecked(x, w, bias []float32, index []uint16, start []uint32) {
	rows := len(start) - 1
	if rows <= 0 {
		return
	}
	list := listed(index, start[rows])
	f.firstForward(cut(x, rows*Tile), &w[0], cut(bias, Tile), list, &start[0], rows)
}

func (f *assembly) firstBackwardChecked(g, x []float32, rows []uint16, end []uint32, add bool) {
	n := len(end)
	if n == 0 {
		return
	}
	list := listed(rows, end[n-1])
	flag := 0
	if add {
		flag = 1
	}
	f.firstBackward(cut(g, n*Tile), &x[0], list, &end[0], n, flag)
}

// cut returns the address of x, which must have at least n > 0 elements.
func cut(x []float32, n int) *float32 {
	_ = x[n-1]
	return &x[0]
}

// nothing has an address to give to assembly that will read nothing there.
var nothing [1]uint16

// listed returns the address of list, which must have at least n elements.
func listed(list []uint16, n uint32) *uint16 {
	if n == 0 {
		return &nothing[0]
	}
	_ = list[n-1]
	return &list[0]
}

// positions returns how many rows of the given width x has: a multiple of Rows.
func positions(x []float32, width int) int {
	n := len(x) / width
	if n%Rows != 0 {
		panic("kernel: the number of positions must be a multiple of 16")
	}
	return n
}

// aligned returns the length of x: a multiple of Align.
func aligned(x []float32) int {
	if len(x)%Align != 0 {
		panic("kernel: the length must be a multiple of 16")
	}
	return len(x)
}
