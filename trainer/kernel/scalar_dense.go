package kernel

// accumulate8 adds x·w to eight neighbouring outputs, w having the given row length: as many
// sums as registers hold.
func accumulate8(out *[8]float32, x, w []float32, stride int) {
	a0, a1, a2, a3 := out[0], out[1], out[2], out[3]
	a4, a5, a6, a7 := out[4], out[5], out[6], out[7]
	for k, v := range x {
		r := (*[8]float32)(w[k*stride:])
		a0 += v * r[0]
		a1 += v * r[1]
		a2 += v * r[2]
		a3 += v * r[3]
		a4 += v * r[4]
		a5 += v * r[5]
		a6 += v * r[6]
		a7 += v * r[7]
	}
	*out = [8]float32{a0, a1, a2, a3, a4, a5, a6, a7}
}

// product adds x[n][inputs]·w[inputs][outputs] to out[n][outputs].
func product(out, x, w []float32, inputs, outputs int) {
	for ; len(out) > 0; out, x = out[outputs:], x[inputs:] {
		for q := 0; q < outputs; q += 8 {
			accumulate8((*[8]float32)(out[q:]), x[:inputs], w[q:], outputs)
		}
	}
}

func dense1Forward(out, x, w []float32) { product(out, x, w, TileIn, Hidden1) }
func dense2Forward(out, x, w []float32) { product(out, x, w, Hidden1, Hidden2) }

// denseWeights adds xᵀ·dz to g[inputs][outputs]; activations are often zero and then skipped.
func denseWeights(g, x, dz []float32, inputs, outputs int) {
	for ; len(dz) > 0; dz, x = dz[outputs:], x[inputs:] {
		for k, v := range x[:inputs] {
			if v == 0 {
				continue
			}
			for q := 0; q < outputs; q += 8 {
				addScaled8((*[8]float32)(g[k*outputs+q:]), (*[8]float32)(dz[q:]), v)
			}
		}
	}
}

func addScaled8(d, a *[8]float32, v float32) {
	d[0] += v * a[0]
	d[1] += v * a[1]
	d[2] += v * a[2]
	d[3] += v * a[3]
	d[4] += v * a[4]
	d[5] += v * a[5]
	d[6] += v * a[6]
	d[7] += v * a[7]
}

// inputGradient replaces x[n][inputs] by open(x)·(dz[n][outputs]·wt[outputs][inputs]).
func inputGradient(x, dz, wt []float32, inputs, outputs int) {
	var acc [8]float32
	for ; len(x) > 0; x, dz = x[inputs:], dz[outputs:] {
		for q := 0; q < inputs; q += 8 {
			acc = [8]float32{}
			accumulate8(&acc, dz[:outputs], wt[q:], inputs)
			for i, v := range acc {
				if !open(x[q+i]) {
					v = 0
				}
				x[q+i] = v
			}
		}
	}
}

func dense1Inputs(x, dz, wt []float32) { inputGradient(x, dz, wt, TileIn, Hidden1) }
func dense2Inputs(x, dz, wt []float32) { inputGradient(x, dz, wt, Hidden1, Hidden2) }
