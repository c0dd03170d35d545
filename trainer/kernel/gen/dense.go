package main

// Every sum below is taken in one order, whatever the width of registers: along a dimension that no register holds.

// multiplyAdd adds scalar·b to the accumulators, the scalar lying in memory.
func (a *assembler) multiplyAdd(scalar string, b, acc []string, spare string) {
	if a.wide() && len(acc) == 1 {
		a.op("VFMADD231PS.BCST", scalar, b[0], acc[0])
		return
	}
	a.op("VBROADCASTSS", scalar, spare)
	for i, v := range acc {
		a.op("VFMADD231PS", b[i], spare, v)
	}
}

// groups cuts registers into groups of size registers.
func groups(registers []string, size int) [][]string {
	var g [][]string
	for ; len(registers) > 0; registers = registers[size:] {
		g = append(g, registers[:size])
	}
	return g
}

// block names registers for rows times columns vectors, for one more row, and one to spare.
func (a *assembler) block(rows, columns int) (acc [][]string, b []string, spare string) {
	n := rows * columns
	return groups(a.rs(0, n), columns), a.rs(n, columns), a.r(n + columns)
}

// forward adds x·w to out, taking positions rows at a time with all outputs in registers.
func forward(a *assembler, name, doc string, in, out, rows int) {
	a.function(name, "out *float32, x *float32, w *float32, n int", doc, "DI", "SI", "DX", "R9")
	acc, b, spare := a.block(rows, out/a.lanes)
	a.label("positions")
	for p, v := range acc {
		a.load("DI", p*out*4, v)
	}
	a.op("MOVQ", "SI", "R10")
	a.op("MOVQ", "DX", "R11")
	a.op("MOVQ", imm(in/2), "CX")
	a.label("inputs")
	for u := range 2 {
		a.load("R11", u*out*4, b)
		for p, v := range acc {
			a.multiplyAdd(mem("R10", (p*in+u)*4), b, v, spare)
		}
	}
	a.op("ADDQ", "$8", "R10")
	a.op("ADDQ", imm(2*out*4), "R11")
	a.op("DECQ", "CX")
	a.op("JNZ", "inputs")
	for p, v := range acc {
		a.store(v, "DI", p*out*4)
	}
	a.op("ADDQ", imm(rows*in*4), "SI")
	a.op("ADDQ", imm(rows*out*4), "DI")
	a.op("SUBQ", imm(rows), "R9")
	a.op("JNZ", "positions")
	a.end()
}

// weights adds xᵀ·dz to g, keeping rows of g at a time in registers over all positions.
func weights(a *assembler, name, doc string, in, out, rows int) {
	a.function(name, "grad *float32, x *float32, dz *float32, n int", doc, "DI", "SI", "DX", "R9")
	acc, b, spare := a.block(rows, out/a.lanes)
	a.op("MOVQ", imm(in/rows), "R8")
	a.label("rows")
	for r, v := range acc {
		a.load("DI", r*out*4, v)
	}
	a.op("MOVQ", "SI", "R10")
	a.op("MOVQ", "DX", "R11")
	a.op("MOVQ", "R9", "CX")
	a.label("position")
	a.load("R11", 0, b)
	for r, v := range acc {
		a.multiplyAdd(mem("R10", r*4), b, v, spare)
	}
	a.op("ADDQ", imm(in*4), "R10")
	a.op("ADDQ", imm(out*4), "R11")
	a.op("DECQ", "CX")
	a.op("JNZ", "position")
	for r, v := range acc {
		a.store(v, "DI", r*out*4)
	}
	a.op("ADDQ", imm(rows*4), "SI")
	a.op("ADDQ", imm(rows*out*4), "DI")
	a.op("DECQ", "R8")
	a.op("JNZ", "rows")
	a.end()
}

// inputs replaces x by open(x)·(dz·wt), rows positions by cols vectors of inputs at a time.
func inputs(a *assembler, name, doc string, in, out, rows, cols int) {
	a.function(name, "x *float32, dz *float32, wt *float32, n int", doc, "DI", "SI", "DX", "R9")
	acc, b, spare := a.block(rows, cols)
	zeros, ones := a.r((rows+1)*cols+1), a.r((rows+1)*cols+2)
	a.zero(zeros)
	a.broadcast(one, ones)
	a.label("positions")
	a.op("MOVQ", imm(in/a.lanes/cols), "R8")
	a.op("MOVQ", "DX", "BX")
	a.label("columns")
	for _, v := range acc {
		a.zero(v...)
	}
	a.op("MOVQ", "SI", "R10")
	a.op("MOVQ", "BX", "R11")
	a.op("MOVQ", imm(out), "CX")
	a.label("outputs")
	a.load("R11", 0, b)
	for p, v := range acc {
		a.multiplyAdd(mem("R10", p*out*4), b, v, spare)
	}
	a.op("ADDQ", "$4", "R10")
	a.op("ADDQ", imm(in*4), "R11")
	a.op("DECQ", "CX")
	a.op("JNZ", "outputs")
	for p, vs := range acc {
		for i, v := range vs {
			at := mem("DI", p*in*4+i*a.vector)
			a.op("VMOVUPS", at, b[0])
			a.open(b[0], v, zeros, ones, spare)
			a.op("VMOVUPS", v, at)
		}
	}
	a.op("ADDQ", imm(cols*a.vector), "BX")
	a.op("ADDQ", imm(cols*a.vector), "DI")
	a.op("DECQ", "R8")
	a.op("JNZ", "columns")
	a.op("ADDQ", imm((rows-1)*in*4), "DI")
	a.op("ADDQ", imm(rows*out*4), "SI")
	a.op("SUBQ", imm(rows), "R9")
	a.op("JNZ", "positions")
	a.end()
}

// columnSum adds the rows of x to sum.
func columnSum(a *assembler, name, doc string, width int) {
	a.function(name, "sum *float32, x *float32, n int", doc, "DI", "SI", "R9")
	acc := a.rs(0, width/a.lanes)
	a.load("DI", 0, acc)
	a.label("row")
	for i, v := range acc {
		a.op("VADDPS", mem("SI", i*a.vector), v, v)
	}
	a.op("ADDQ", imm(width*4), "SI")
	a.op("DECQ", "R9")
	a.op("JNZ", "row")
	a.store(acc, "DI", 0)
	a.end()
}
