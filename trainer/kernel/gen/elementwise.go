package main

// each repeats body for every vector of a range: body finds its byte offset in R10, and length,
// a register holding the number of floats, is spoilt.
func (a *assembler) each(length string, body func()) {
	a.op("SHLQ", "$2", length)
	a.op("XORQ", "R10", "R10")
	a.label("next")
	body()
	a.op("ADDQ", imm(a.vector), "R10")
	a.op("CMPQ", "R10", length)
	a.op("JNE", "next")
}

func clip(a *assembler) {
	a.function("clip", "x *float32, n int", "limits x[n] to 0..1.", "DI", "R9")
	a.zero(a.r(1))
	a.broadcast(one, a.r(2))
	a.each("R9", func() {
		a.op("VMOVUPS", indexed("DI", "R10", 0), a.r(0))
		a.limit(a.r(0), a.r(1), a.r(2))
		a.op("VMOVUPS", a.r(0), indexed("DI", "R10", 0))
	})
	a.end()
}

func round(a *assembler) {
	a.function("round", "x *float32, n int, levels float32, half float32", "sets x[n] to ⌊x·levels + half⌋ / levels.",
		"DI", "R9")
	a.op("VBROADCASTSS", "levels+16(FP)", a.r(1))
	a.op("VBROADCASTSS", "half+20(FP)", a.r(2))
	a.each("R9", func() {
		a.op("VMULPS", indexed("DI", "R10", 0), a.r(1), a.r(0))
		a.op("VADDPS", a.r(2), a.r(0), a.r(0))
		a.op("VCVTTPS2DQ", a.r(0), a.r(0))
		a.op("VCVTDQ2PS", a.r(0), a.r(0))
		a.op("VDIVPS", a.r(1), a.r(0), a.r(0))
		a.op("VMOVUPS", a.r(0), indexed("DI", "R10", 0))
	})
	a.end()
}

func snap(a *assembler) {
	a.function("snap", "dst *float32, src *float32, n int, scale float32, limit float32",
		"sets dst[n] to multiples of 1/scale, at most limit/scale.", "DI", "SI", "R9")
	a.op("VBROADCASTSS", "scale+24(FP)", a.r(1))
	a.op("VBROADCASTSS", "limit+28(FP)", a.r(2))
	a.zero(a.r(3))
	a.op("VSUBPS", a.r(2), a.r(3), a.r(3))
	a.each("R9", func() {
		a.op("VMULPS", indexed("SI", "R10", 0), a.r(1), a.r(0))
		a.op(a.roundTo(), "$8", a.r(0), a.r(0)) // to nearest, halves to even, no exception
		a.limit(a.r(0), a.r(3), a.r(2))
		a.op("VDIVPS", a.r(1), a.r(0), a.r(0))
		a.op("VMOVUPS", a.r(0), indexed("DI", "R10", 0))
	})
	a.end()
}

// roundTo is the instruction that rounds to whole numbers.
func (a *assembler) roundTo() string {
	if a.wide() {
		return "VRNDSCALEPS"
	}
	return "VROUNDPS"
}

func add(a *assembler) {
	a.function("add", "dst *float32, src *float32, n int", "adds src[n] to dst[n].", "DI", "SI", "R9")
	a.each("R9", func() {
		a.op("VMOVUPS", indexed("DI", "R10", 0), a.r(0))
		a.op("VADDPS", indexed("SI", "R10", 0), a.r(0), a.r(0))
		a.op("VMOVUPS", a.r(0), indexed("DI", "R10", 0))
	})
	a.end()
}

func blend(a *assembler) {
	a.function("blend", "dst *float32, src *float32, n int, share float32", "adds share·(src − dst) to dst[n].",
		"DI", "SI", "R9")
	a.op("VBROADCASTSS", "share+24(FP)", a.r(2))
	a.each("R9", func() {
		a.op("VMOVUPS", indexed("DI", "R10", 0), a.r(0))
		a.op("VMOVUPS", indexed("SI", "R10", 0), a.r(1))
		a.op("VSUBPS", a.r(0), a.r(1), a.r(1))
		a.op("VFMADD231PS", a.r(1), a.r(2), a.r(0))
		a.op("VMOVUPS", a.r(0), indexed("DI", "R10", 0))
	})
	a.end()
}

func sumSquares(a *assembler) {
	a.function("sumSquares", "x *float32, n int -> float32", "returns Σ x².", "SI", "R9")
	a.zero(a.r(0))
	a.each("R9", func() {
		a.op("VMOVUPS", indexed("SI", "R10", 0), a.r(1))
		a.op("VFMADD231PS", a.r(1), a.r(1), a.r(0))
	})
	a.sumLanes("Y0", "X0", "X1")
	a.op("VMOVSS", "X0", "ret+16(FP)")
	a.end()
}

// adamW follows the fields of kernel.Update, which it finds in Y6 to Y15 in their order.
func adamW(a *assembler) {
	a.function("adamW", "w *float32, m *float32, v *float32, grad *float32, n int, u *Update",
		"takes one step of AdamW over n parameters.", "DI", "SI", "DX", "BX", "R9", "R8")
	fields := a.rs(6, 10)
	for i, r := range fields {
		a.op("VBROADCASTSS", mem("R8", 4*i), r)
	}
	scale, beta1, rest1, beta2, rest2 := fields[0], fields[1], fields[2], fields[3], fields[4]
	rate, root, epsilon, keep, limit := fields[5], fields[6], fields[7], fields[8], fields[9]
	g, m, v, w, lowest := a.r(0), a.r(1), a.r(2), a.r(3), a.r(4)
	a.zero(lowest)
	a.op("VSUBPS", limit, lowest, lowest)
	a.each("R9", func() {
		at := func(base string) string { return indexed(base, "R10", 0) }
		a.op("VMULPS", at("BX"), scale, g)
		a.op("VMULPS", at("SI"), beta1, m)
		a.op("VFMADD231PS", g, rest1, m)
		a.op("VMOVUPS", m, at("SI"))
		a.op("VMULPS", g, g, g)
		a.op("VMULPS", at("DX"), beta2, v)
		a.op("VFMADD231PS", g, rest2, v)
		a.op("VMOVUPS", v, at("DX"))
		a.op("VSQRTPS", v, v)
		a.op("VFMADD213PS", epsilon, root, v) // v = root·v + epsilon
		a.op("VMULPS", rate, m, m)
		a.op("VDIVPS", v, m, m)
		a.op("VMOVUPS", at("DI"), w)
		a.op("VFMSUB132PS", keep, m, w) // w = w·keep - m
		a.limit(w, lowest, limit)
		a.op("VMOVUPS", w, at("DI"))
	})
	a.end()
}
