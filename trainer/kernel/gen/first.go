package main

import (
	"fmt"
	"math/bits"
)

const (
	tileBytes = tile * 4
	chains    = 2 // sums of alternating rows, added at the end: part of the arithmetic, the same in both sets
)

var tileShift = imm(bits.TrailingZeros(tileBytes))

// addRow adds one row of a tile, at base + register·tileBytes, to accumulators.
func (a *assembler) addRow(base, register string, acc []string) {
	a.op("SHLQ", tileShift, register)
	for i, v := range acc {
		a.op("VADDPS", indexed(base, register, i*a.vector), v, v)
	}
}

// tileChains names the accumulators of a tile, a chain after the other.
func (a *assembler) tileChains() [][]string {
	n := tileBytes / a.vector
	return groups(a.rs(0, chains*n), n)
}

// sumRows adds CX rows of a tile, whose uint16 numbers lie at (list), to the first chain of
// accumulators. It uses both, advances list to the end and spoils CX and two scratch registers.
func (a *assembler) sumRows(base, list, scratch1, scratch2 string) {
	acc := a.tileChains()
	a.zero(acc[1]...)
	a.op("TESTQ", "$1", "CX")
	a.op("JZ", "even")
	a.op("MOVWLZX", mem(list, 0), scratch1)
	a.op("ADDQ", "$2", list)
	a.addRow(base, scratch1, acc[0])
	a.label("even")
	a.op("SHRQ", "$1", "CX")
	a.op("JZ", "summed")
	a.label("pair")
	a.op("MOVWLZX", mem(list, 0), scratch1)
	a.op("MOVWLZX", mem(list, 2), scratch2)
	a.addRow(base, scratch1, acc[0])
	a.addRow(base, scratch2, acc[1])
	a.op("ADDQ", "$4", list)
	a.op("DECQ", "CX")
	a.op("JNZ", "pair")
	a.label("summed")
	for i, v := range acc[0] {
		a.op("VADDPS", acc[1][i], v, v)
	}
}

func firstForward(a *assembler) {
	doc := fmt.Sprintf("sets x[n][%d] = clip(bias + Σ w[f]) over features index[start[r]:start[r+1]] of row r.", tile)
	a.function("firstForward", "x *float32, w *float32, bias *float32, index *uint16, start *uint32, n int", doc,
		"DI", "SI", "BX", "DX", "R8", "R9")
	zeros, ones, acc := a.r(14), a.r(15), a.tileChains()[0]
	a.zero(zeros)
	a.broadcast(one, ones)
	a.label("row")
	a.op("MOVL", "(R8)", "R10")
	a.op("MOVL", "4(R8)", "CX")
	a.op("ADDQ", "$4", "R8")
	a.op("SUBQ", "R10", "CX")
	a.op("LEAQ", "(DX)(R10*2)", "R10")
	a.load("BX", 0, acc)
	a.sumRows("SI", "R10", "R11", "R12")
	for _, v := range acc {
		a.limit(v, zeros, ones)
	}
	a.store(acc, "DI", 0)
	a.op("ADDQ", imm(tileBytes), "DI")
	a.op("DECQ", "R9")
	a.op("JNZ", "row")
	a.end()
}

func firstBackward(a *assembler) {
	doc := fmt.Sprintf("sets grad[n][%d], or adds to it if add is not 0, the sums of the rows of x listed for each feature.", tile)
	a.function("firstBackward", "grad *float32, x *float32, rows *uint16, end *uint32, n int, add int", doc,
		"DI", "SI", "DX", "R8", "R9", "R13")
	acc := a.tileChains()[0]
	a.op("XORQ", "BX", "BX") // end of the feature before
	a.label("feature")
	a.op("MOVL", "(R8)", "R10")
	a.op("ADDQ", "$4", "R8")
	a.op("MOVQ", "R10", "CX")
	a.op("SUBQ", "BX", "CX")
	a.op("MOVQ", "R10", "BX")
	a.zero(acc...)
	a.op("TESTQ", "R13", "R13")
	a.op("JZ", "begin")
	a.load("DI", 0, acc)
	a.label("begin")
	a.sumRows("SI", "DX", "R11", "R12")
	a.store(acc, "DI", 0)
	a.op("ADDQ", imm(tileBytes), "DI")
	a.op("DECQ", "R9")
	a.op("JNZ", "feature")
	a.end()
}
