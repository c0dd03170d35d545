package kernel

import "math/rand/v2"

// results returns what the kernels of s make of fixed inputs, in some microseconds.
func results(s *Set) []float32 {
	t := &sample{set: s, random: rand.New(rand.NewPCG(1, 2))}
	t.all()
	return t.results
}

// sample draws inputs, the same for every set, and keeps results.
type sample struct {
	set     *Set
	random  *rand.Rand
	results []float32
}

func (t *sample) all() {
	t.first()
	t.dense(TileIn, Hidden1, t.set.Dense1Forward, t.set.Dense1Weights, t.set.Dense1Inputs)
	t.dense(Hidden1, Hidden2, t.set.Dense2Forward, t.set.Dense2Weights, t.set.Dense2Inputs)
	t.output()
	t.elementwise()
}

func (t *sample) keep(results ...[]float32) {
	for _, x := range results {
		t.results = append(t.results, x...)
	}
}

// draw returns n numbers from -1 to 1.
func (t *sample) draw(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = 2*t.random.Float32() - 1
	}
	return x
}

// activations returns n numbers from 0 to 1, many of them 0 and some 1.
func (t *sample) activations(n int) []float32 {
	x := t.draw(n)
	for i := range x {
		x[i] = clip(1.25 * x[i])
	}
	return x
}

// The numbers of positions and of inputs that are on in the samples.
const (
	samplePositions = Rows
	sampleInputs    = 40
)

func (t *sample) first() {
	const rows = 2 * samplePositions
	var list []uint16
	ends := []uint32{0}
	for row := range rows { // as many inputs as the row's number
		for range row {
			list = append(list, uint16(t.random.IntN(min(rows, sampleInputs))))
		}
		ends = append(ends, uint32(len(list)))
	}
	x, g := make([]float32, rows*Tile), t.draw(rows*Tile)
	t.set.FirstForward(x, t.draw(sampleInputs*Tile), t.draw(Tile), list, ends)
	t.keep(x)
	for _, add := range []bool{true, false} {
		t.set.FirstBackward(g, t.draw(rows*Tile), list, ends[1:], add)
		t.keep(g)
	}
	sum := t.draw(Tile)
	t.set.TileSum(sum, t.draw(rows*Tile))
	t.keep(sum)
}

func (t *sample) dense(in, out int, forward, weights, inputs func(a, b, c []float32)) {
	const n = samplePositions
	y, g, x := t.draw(n*out), t.draw(in*out), t.activations(n*in)
	forward(y, x, t.draw(in*out))
	weights(g, x, t.draw(n*out))
	inputs(x, t.draw(n*out), t.draw(in*out))
	t.keep(y, g, x)
}

func (t *sample) output() {
	const n = samplePositions
	sum := t.draw(Hidden1)
	t.set.Dense1Sum(sum, t.draw(n*Hidden1))
	h, w, z := t.activations(n*Hidden2), t.draw(Hidden2), make([]float32, n)
	gw, gb := t.draw(Hidden2), t.draw(Hidden2)
	t.set.Output(z, h, w)
	t.set.OutputBackward(h, gw, gb, w, t.draw(n))
	t.keep(sum, z, h, gw, gb)
}

func (t *sample) elementwise() {
	const n = 4 * Align
	clipped, rounded, snapped, blended := t.draw(n), t.activations(n), make([]float32, n), t.draw(n)
	t.set.Clip(clipped)
	t.set.Round(rounded, 127, 0.5)
	t.set.Snap(snapped, t.draw(n), 100, 90)
	t.set.Add(blended, t.draw(n))
	t.set.Blend(blended, t.draw(n), 0.25)
	w, m, v, g := t.draw(n), t.draw(n), t.activations(n), t.draw(n)
	t.set.AdamW(w, m, v, g, &Update{Scale: 0.5, Beta1: 0.9, Rest1: 0.1, Beta2: 0.99, Rest2: 0.01, Rate: 0.1, Root: 1.5,
		Epsilon: 0.1, Keep: 0.99, Limit: 0.9})
	t.keep(clipped, rounded, snapped, blended, w, m, v, []float32{t.set.SumSquares(g)})
}
