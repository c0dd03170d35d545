package kernel

import "slices"

// tileRow is one row of a tile; a pointer to an array spares the loops their bounds checks.
type tileRow = [Tile]float32

func row(x []float32, r int) *tileRow { return (*tileRow)(x[r*Tile:]) }

// add1 and add4 add one or four rows to d; four at once halve the traffic of d.
func add1(d, a *tileRow) {
	for i := 0; i < Tile; i += 4 {
		d[i] += a[i]
		d[i+1] += a[i+1]
		d[i+2] += a[i+2]
		d[i+3] += a[i+3]
	}
}

func add4(d, a, b, c, e *tileRow) {
	for i := 0; i < Tile; i += 4 {
		d[i] += (a[i] + b[i]) + (c[i] + e[i])
		d[i+1] += (a[i+1] + b[i+1]) + (c[i+1] + e[i+1])
		d[i+2] += (a[i+2] + b[i+2]) + (c[i+2] + e[i+2])
		d[i+3] += (a[i+3] + b[i+3]) + (c[i+3] + e[i+3])
	}
}

// addRows adds the listed rows of x to d.
func addRows(d *tileRow, x []float32, list []uint16) {
	for ; len(list) >= 4; list = list[4:] {
		add4(d, row(x, int(list[0])), row(x, int(list[1])), row(x, int(list[2])), row(x, int(list[3])))
	}
	for _, r := range list {
		add1(d, row(x, int(r)))
	}
}

func firstForward(x, w, bias []float32, index []uint16, start []uint32) {
	index = slices.Clip(index) // so that slicing checks against its length
	for r := range len(start) - 1 {
		acc := *row(bias, 0)
		addRows(&acc, w, index[start[r]:start[r+1]])
		d := row(x, r)
		for i, v := range acc {
			d[i] = clip(v)
		}
	}
}

func firstBackward(g, x []float32, rows []uint16, end []uint32, add bool) {
	rows = slices.Clip(rows)
	from := uint32(0)
	for f, to := range end {
		d := row(g, f)
		if !add {
			*d = tileRow{}
		}
		addRows(d, x, rows[from:to])
		from = to
	}
}
