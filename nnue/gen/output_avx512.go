package main

// outputAVX512 multiplies bytes and sums them four at a time by one instruction (VNNI); activations of 7 bits keep
// AVX2's pairs from saturating, so both give the same sums.
func outputAVX512() {
	beginOutput(avx512)
	e("VPXORD Z31, Z31, Z31")
	activationsAVX512()
	firstDenseAVX512()
	secondDenseAVX512()
	lastLayerAVX512()
	e("VZEROUPPER")
	e("RET")
}

// activationsAVX512 halves the sums and narrows them to bytes, where saturation at 127 is the clipped ReLU's upper
// end; the lower one is taken before.
func activationsAVX512() {
	for half, acc := range []string{"SI", "DI"} {
		for i := range rowBytes / zBytes {
			e("VPMAXSW %d(%s), Z31, Z%d", zBytes*i, acc, i)
			e("VPSRAW $1, Z%d, Z%d", i, i)
			e("VPMOVSWB Z%d, %d(DX)", i, half*width+zBytes/2*i)
		}
	}
}

// chains is how many sums of 512 → 16 are kept apart, so that additions overlap.
const chains = 8

// firstDenseAVX512 sums 512 → 16 and leaves the 16 activations as bytes in X0.
func firstDenseAVX512() {
	e("VMOVDQU64 laterLayers_b1(BX), Z0")
	for i := 1; i < chains; i++ {
		e("VPXORD Z%d, Z%[1]d, Z%[1]d", i)
	}
	for g := range joined / inputGroup {
		x := 16 + g%8
		e("VPBROADCASTD %d(DX), Z%d", inputGroup*g, x)
		e("VPDPBUSD (laterLayers_w1+%d)(BX), Z%d, Z%d", zBytes*g, x, g%chains)
	}
	for apart := chains / 2; apart > 0; apart /= 2 {
		for i := range apart {
			e("VPADDD Z%d, Z%d, Z%[2]d", i+apart, i)
		}
	}
	e("VMOVD laterLayers_shift1(BX), X4")
	e("VPSRAD X4, Z0, Z0")
	e("VPMAXSD Z31, Z0, Z0")
	e("VPMOVSDB Z0, X0")
}

// secondDenseAVX512 sums 16 → 32 and leaves the 32 activations as words in Y1 and Y2.
func secondDenseAVX512() {
	const blocks = hidden2 * 4 / zBytes
	for i := range blocks {
		e("VMOVDQU64 (laterLayers_b2+%d)(BX), Z%d", zBytes*i, i+1)
	}
	for g := range hidden1 / inputGroup {
		broadcast(avx512, g, 9)
		for i := range blocks {
			e("VPDPBUSD (laterLayers_w2+%d)(BX), Z8, Z%d", g*hidden2*inputGroup+zBytes*i, i+1)
		}
	}
	e("VMOVD laterLayers_shift2(BX), X5")
	e("VMOVDQU tops<>(SB), Y6")
	for i := range blocks {
		e("VPSRAD X5, Z%d, Z%d", i+1, i+1)
		e("VPMAXSD Z31, Z%d, Z%d", i+1, i+1)
		e("VPMOVSDW Z%d, Y%d", i+1, i+1)
		e("VPMINSW Y6, Y%d, Y%d", i+1, i+1)
	}
}

// lastLayerAVX512 multiplies by the int16 output weights and adds up across the register.
func lastLayerAVX512() {
	e("VPMADDWD (laterLayers_w3+0)(BX), Y1, Y1")
	e("VPMADDWD (laterLayers_w3+%d)(BX), Y2, Y2", yBytes)
	e("VPADDD Y2, Y1, Y1")
	sumToResult()
}
