package kernel

import "golang.org/x/sys/cpu"

// available lists the sets this machine can run, the fastest first.
func available() []*Set {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		return []*Set{&avx2, &scalar}
	}
	return []*Set{&scalar}
}

// avx2 wraps the assembly, which checks nothing: an index expression for every slice panics where
// it is too short.
var avx2 = Set{
	Name:          "avx2",
	FirstForward:  firstForwardChecked,
	FirstBackward: firstBackwardChecked,
	TileSum: func(sum, x []float32) {
		if n := len(x) / Tile; n > 0 {
			tileSumAVX2(cut(sum, Tile), &x[0], n)
		}
	},
	Dense1Forward: func(out, x, w []float32) {
		if n := positions(out, Hidden1); n > 0 {
			dense1ForwardAVX2(&out[0], cut(x, n*TileIn), cut(w, TileIn*Hidden1), n)
		}
	},
	Dense1Weights: func(g, x, dz []float32) {
		if n := positions(dz, Hidden1); n > 0 {
			dense1WeightsAVX2(cut(g, TileIn*Hidden1), cut(x, n*TileIn), &dz[0], n)
		}
	},
	Dense1Inputs: func(x, dz, wt []float32) {
		if n := positions(x, TileIn); n > 0 {
			dense1InputsAVX2(&x[0], cut(dz, n*Hidden1), cut(wt, TileIn*Hidden1), n)
		}
	},
	Dense1Sum: func(sum, dz []float32) {
		if n := len(dz) / Hidden1; n > 0 {
			dense1SumAVX2(cut(sum, Hidden1), &dz[0], n)
		}
	},
	Dense2Forward: func(out, x, w []float32) {
		if n := positions(out, Hidden2); n > 0 {
			dense2ForwardAVX2(&out[0], cut(x, n*Hidden1), cut(w, Hidden1*Hidden2), n)
		}
	},
	Dense2Weights: func(g, x, dz []float32) {
		if n := positions(dz, Hidden2); n > 0 {
			dense2WeightsAVX2(cut(g, Hidden1*Hidden2), cut(x, n*Hidden1), &dz[0], n)
		}
	},
	Dense2Inputs: func(x, dz, wt []float32) {
		if n := positions(x, Hidden1); n > 0 {
			dense2InputsAVX2(&x[0], cut(dz, n*Hidden2), cut(wt, Hidden1*Hidden2), n)
		}
	},
	Output: func(z, h, w []float32) {
		if n := len(z); n > 0 {
			outputAVX2(&z[0], cut(h, n*Hidden2), cut(w, Hidden2), n)
		}
	},
	OutputBackward: func(h, gw, gb, w, d []float32) {
		if n := len(d); n > 0 {
			outputBackwardAVX2(cut(h, n*Hidden2), cut(gw, Hidden2), cut(gb, Hidden2), cut(w, Hidden2), &d[0], n)
		}
	},
	Clip: func(x []float32) {
		if n := aligned(x); n > 0 {
			clipAVX2(&x[0], n)
		}
	},
	Round: func(x []float32, levels, half float32) {
		if n := aligned(x); n > 0 {
			roundAVX2(&x[0], n, &levels, &half)
		}
	},
	Snap: func(dst, src []float32, scale, limit float32) {
		if n := aligned(dst); n > 0 {
			snapAVX2(&dst[0], cut(src, n), n, &scale, &limit)
		}
	},
	Add: func(dst, src []float32) {
		if n := aligned(dst); n > 0 {
			addAVX2(&dst[0], cut(src, n), n)
		}
	},
	Blend: func(dst, src []float32, share float32) {
		if n := aligned(dst); n > 0 {
			blendAVX2(&dst[0], cut(src, n), n, &share)
		}
	},
	SumSquares: func(x []float32) float32 {
		var sum float32
		if n := aligned(x); n > 0 {
			sumSquaresAVX2(&sum, &x[0], n)
		}
		return sum
	},
	AdamW: func(w, m, v, g []float32, u *Update) {
		if n := aligned(w); n > 0 {
			adamWAVX2(&w[0], cut(m, n), cut(v, n), cut(g, n), n, u)
		}
	},
}

func firstForwardChecked(x, w, bias []float32, index []uint16, start []uint32) {
	rows := len(start) - 1
	if rows <= 0 {
		return
	}
	list := listed(index, start[rows])
	firstForwardAVX2(cut(x, rows*Tile), &w[0], cut(bias, Tile), list, &start[0], rows)
}

func firstBackwardChecked(g, x []float32, rows []uint16, end []uint32, add bool) {
	n := len(end)
	if n == 0 {
		return
	}
	list := listed(rows, end[n-1])
	flag := 0
	if add {
		flag = 1
	}
	firstBackwardAVX2(cut(g, n*Tile), &x[0], list, &end[0], n, flag)
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
		panic("kernel: the number of positions must be a multiple of 4")
	}
	return n
}

// aligned returns the length of x: a multiple of Align.
func aligned(x []float32) int {
	if len(x)%Align != 0 {
		panic("kernel: the length must be a multiple of 8")
	}
	return len(x)
}
