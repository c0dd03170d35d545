package main

import (
	"math/bits"

	"jieqi/nnue/architecture"
)

// accumulate keeps the whole accumulator in vector registers while rows pass by.
func accumulate(v vectors) {
	sums := rowBytes / v.bytes
	text("")
	text("// func accumulate%s(dst, src *lanes, weights *[%d]lanes, on, off []uint16)", v.set, architecture.Inputs)
	text("TEXT ·accumulate%s(SB), NOSPLIT, $0-72", v.set)
	e("MOVQ dst+0(FP), DI")
	e("MOVQ src+8(FP), SI")
	e("MOVQ weights+16(FP), BX")
	for i := range sums {
		e("%s %d(SI), %s%d", v.move, v.bytes*i, v.register, i)
	}
	rows(v, "on", 24, "VPADDW")
	rows(v, "off", 48, "VPSUBW")
	for i := range sums {
		e("%s %s%d, %d(DI)", v.move, v.register, i, v.bytes*i)
	}
	e("VZEROUPPER")
	e("RET")
}

// rows combines the rows of one list, a slice argument at the given frame offset.
func rows(v vectors, list string, frame int, op string) {
	e("MOVQ %s_base+%d(FP), DX", list, frame)
	e("MOVQ %s_len+%d(FP), CX", list, frame+8)
	e("TESTQ CX, CX")
	e("JZ %sDone", list)
	label("%sRow", list)
	e("MOVWLZX (DX), AX")
	e("ADDQ $2, DX")
	e("SHLQ $%d, AX // a row is %d bytes", bits.TrailingZeros(rowBytes), rowBytes)
	e("ADDQ BX, AX")
	for i := range rowBytes / v.bytes {
		e("%s %d(AX), %[3]s%[4]d, %[3]s%[4]d", op, v.bytes*i, v.register, i)
	}
	e("DECQ CX")
	e("JNZ %sRow", list)
	label("%sDone", list)
}
