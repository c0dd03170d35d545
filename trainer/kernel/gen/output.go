package main

// output sets z[p] = h[p]·w. The weights stay in registers over all positions. Sums run along registers, so it is
// made for four of eight lanes alone.
func output(a *assembler) {
	a.function("output", "z *float32, h *float32, w *float32, n int", "sets z[n] = h[n][32]·w[32].", "DI", "SI", "DX", "R9")
	w, y := a.rs(0, 4), a.rs(4, 4)
	a.load("DX", 0, w)
	a.label("position")
	for i, v := range y {
		a.op("VMULPS", mem("SI", i*a.vector), w[i], v)
	}
	a.op("VADDPS", y[1], y[0], y[0])
	a.op("VADDPS", y[3], y[2], y[2])
	a.op("VADDPS", y[2], y[0], y[0])
	a.sumLanes("Y4", "X4", "X5")
	a.op("VMOVSS", "X4", "(DI)")
	a.op("ADDQ", "$4", "DI")
	a.op("ADDQ", imm(hidden2*4), "SI")
	a.op("DECQ", "R9")
	a.op("JNZ", "position")
	a.end()
}

// sumLanes leaves the sum of y's eight lanes in the lowest lane of x, the lower half of y.
func (a *assembler) sumLanes(y, x, spare string) {
	a.op("VEXTRACTF128", "$1", y, spare)
	a.op("VADDPS", spare, x, x)
	a.op("VPERMILPS", "$0x4e", x, spare)
	a.op("VADDPS", spare, x, x)
	a.op("VPERMILPS", "$0xb1", x, spare)
	a.op("VADDPS", spare, x, x)
}

// outputBackward goes over the 32 columns one vector at a time, all positions each, so that the
// two gradients stay in registers.
func outputBackward(a *assembler) {
	a.function("outputBackward", "h *float32, gw *float32, gb *float32, w *float32, d *float32, n int",
		"adds Σ d·h to gw[32], replaces h[n][32] by open(h)·d·w, and adds Σ of that to gb[32].",
		"DI", "SI", "DX", "BX", "R8", "R9")
	gw, gb, w, d, h, y, spare, zeros, ones := a.r(0), a.r(1), a.r(2), a.r(3), a.r(4), a.r(5), a.r(6), a.r(13), a.r(14)
	a.zero(zeros)
	a.broadcast(one, ones)
	a.op("MOVQ", imm(hidden2/a.lanes), "R12")
	a.label("columns")
	a.op("VMOVUPS", "(SI)", gw)
	a.op("VMOVUPS", "(DX)", gb)
	a.op("VMOVUPS", "(BX)", w)
	a.op("MOVQ", "DI", "R10")
	a.op("MOVQ", "R8", "R11")
	a.op("MOVQ", "R9", "CX")
	a.label("position")
	a.op("VBROADCASTSS", "(R11)", d)
	a.op("VMOVUPS", "(R10)", h)
	a.op("VFMADD231PS", h, d, gw)
	a.op("VMULPS", w, d, y)
	a.open(h, y, zeros, ones, spare)
	a.op("VADDPS", y, gb, gb)
	a.op("VMOVUPS", y, "(R10)")
	a.op("ADDQ", "$4", "R11")
	a.op("ADDQ", imm(hidden2*4), "R10")
	a.op("DECQ", "CX")
	a.op("JNZ", "position")
	a.op("VMOVUPS", gw, "(SI)")
	a.op("VMOVUPS", gb, "(DX)")
	for _, r := range []string{"DI", "SI", "DX", "BX"} {
		a.op("ADDQ", imm(a.vector), r)
	}
	a.op("DECQ", "R12")
	a.op("JNZ", "columns")
	a.end()
}
