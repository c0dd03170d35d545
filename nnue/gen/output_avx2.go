package main

// beginOutput leaves in SI and DI the accumulators, in BX laterLayers, and in DX room for the 512 activations on the
// stack, aligned to a register.
func beginOutput(v vectors) {
	text("")
	text("// func output%s(own, enemy *lanes, l *laterLayers) int32", v.set)
	text("TEXT ·output%s(SB), NOSPLIT, $%d-28", v.set, joined+v.bytes)
	e("MOVQ own+0(FP), SI")
	e("MOVQ enemy+8(FP), DI")
	e("MOVQ l+16(FP), BX")
	e("LEAQ x-%d(SP), DX", joined+v.bytes)
	e("ADDQ $%d, DX", v.bytes-1)
	e("ANDQ $~%d, DX", v.bytes-1)
}

// broadcast sets register 8 to copies of group g of the four bytes each in X0, by way of an X register.
func broadcast(v vectors, g, by int) {
	if g == 0 {
		e("VPBROADCASTD X0, %s8", v.register)
		return
	}
	e("VPSHUFD $%d, X0, X%d", g, by)
	e("VPBROADCASTD X%d, %s8", by, v.register)
}

// outputAVX2 multiplies bytes in pairs, and adds up pairs of those.
func outputAVX2() {
	beginOutput(avx2)
	e("VPXOR Y15, Y15, Y15")
	e("VMOVDQU ones<>(SB), Y14")
	activations()
	firstDense()
	secondDense()
	lastLayer()
	e("VZEROUPPER")
	e("RET")
}

// activations halves the sums and packs them to bytes: saturation at 127 and the maximum with
// zero are the clipped ReLU.
func activations() {
	for half, acc := range []string{"SI", "DI"} {
		for i := range width / yBytes {
			r := 2 * (i % 4)
			e("VMOVDQU %d(%s), Y%d", 2*yBytes*i, acc, r)
			e("VMOVDQU %d(%s), Y%d", 2*yBytes*i+yBytes, acc, r+1)
			e("VPSRAW $1, Y%d, Y%d", r, r)
			e("VPSRAW $1, Y%d, Y%d", r+1, r+1)
			e("VPACKSSWB Y%d, Y%d, Y%d", r+1, r, r)
			e("VPERMQ $0xD8, Y%d, Y%d", r, r)
			e("VPMAXSB Y15, Y%d, Y%d", r, r)
			e("VMOVDQA Y%d, %d(DX)", r, half*width+yBytes*i)
		}
	}
}

// unroll is how many groups of 512 → 16 one turn of the loop takes.
const unroll = 8

// firstDense sums 512 → 16 into Y0 and Y1 and leaves the 16 activations as bytes in X0. Y2 and
// Y3 hold the sums of every other group, so that additions overlap.
func firstDense() {
	e("VMOVDQU (laterLayers_b1+0)(BX), Y0")
	e("VMOVDQU (laterLayers_b1+%d)(BX), Y1", yBytes)
	e("VPXOR Y2, Y2, Y2")
	e("VPXOR Y3, Y3, Y3")
	e("LEAQ laterLayers_w1(BX), R8")
	e("LEAQ %d(DX), R9", joined)
	label("group")
	for g := range unroll {
		x, sum := 4+3*(g%3), 2*(g%2)
		e("VPBROADCASTD %d(DX), Y%d", inputGroup*g, x)
		for half := range 2 {
			e("VPMADDUBSW %d(R8), Y%d, Y%d", g*hidden1*inputGroup+yBytes*half, x, x+1+half)
		}
		for half := range 2 {
			e("VPMADDWD Y14, Y%d, Y%d", x+1+half, x+1+half)
			e("VPADDD Y%d, Y%d, Y%d", x+1+half, sum+half, sum+half)
		}
	}
	e("ADDQ $%d, DX", unroll*inputGroup)
	e("ADDQ $%d, R8", unroll*hidden1*inputGroup)
	e("CMPQ DX, R9")
	e("JB group")
	e("VPADDD Y2, Y0, Y0")
	e("VPADDD Y3, Y1, Y1")
	e("VMOVD laterLayers_shift1(BX), X4")
	e("VPSRAD X4, Y0, Y0")
	e("VPSRAD X4, Y1, Y1")
	e("VPACKSSDW Y1, Y0, Y0")
	e("VPERMQ $0xD8, Y0, Y0")
	e("VEXTRACTI128 $1, Y0, X1")
	e("VPACKSSWB X1, X0, X0")
	e("VPMAXSB X15, X0, X0")
}

// secondDense sums 16 → 32 into Y1..Y4 and leaves the 32 activations as words in Y1 and Y3.
func secondDense() {
	const blocks = hidden2 * 4 / yBytes
	for i := range blocks {
		e("VMOVDQU (laterLayers_b2+%d)(BX), Y%d", yBytes*i, i+1)
	}
	for g := range hidden1 / inputGroup {
		broadcast(avx2, g, 8)
		for i := range blocks {
			e("VPMADDUBSW (laterLayers_w2+%d)(BX), Y8, Y%d", g*hidden2*inputGroup+yBytes*i, 9+i)
		}
		for i := range blocks {
			e("VPMADDWD Y14, Y%d, Y%d", 9+i, 9+i)
			e("VPADDD Y%d, Y%d, Y%d", 9+i, i+1, i+1)
		}
	}
	e("VMOVD laterLayers_shift2(BX), X5")
	for i := range blocks {
		e("VPSRAD X5, Y%d, Y%d", i+1, i+1)
	}
	e("VMOVDQU tops<>(SB), Y6")
	for i := 1; i <= blocks; i += 2 {
		e("VPACKSSDW Y%d, Y%d, Y%d", i+1, i, i)
		e("VPERMQ $0xD8, Y%d, Y%d", i, i)
		e("VPMAXSW Y15, Y%d, Y%d", i, i)
		e("VPMINSW Y6, Y%d, Y%d", i, i)
	}
}

// lastLayer multiplies by the int16 output weights and adds up across the register.
func lastLayer() {
	e("VPMADDWD (laterLayers_w3+0)(BX), Y1, Y1")
	e("VPMADDWD (laterLayers_w3+%d)(BX), Y3, Y3", yBytes)
	e("VPADDD Y3, Y1, Y1")
	sumToResult()
}

// sumToResult adds the eight sums in Y1, and the bias, and returns that.
func sumToResult() {
	e("VEXTRACTI128 $1, Y1, X2")
	e("VPADDD X2, X1, X1")
	e("VPSHUFD $0x4E, X1, X2")
	e("VPADDD X2, X1, X1")
	e("VPSHUFD $0xB1, X1, X2")
	e("VPADDD X2, X1, X1")
	e("VMOVD X1, AX")
	e("ADDL laterLayers_b3(BX), AX")
	e("MOVL AX, ret+24(FP)")
}
