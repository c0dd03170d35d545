package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"jieqi/nnue/architecture"
)

// Sizes that the printed code is made for; the same as the constants of package kernel.
const (
	tile    = 32
	tileIn  = 2 * tile
	hidden1 = architecture.Hidden1
	hidden2 = architecture.Hidden2
)

// check returns an error at layers that the printed code is not made for.
func check() error {
	l := architecture.Layers
	for _, c := range []struct {
		madeFor string
		holds   bool
	}{
		{"a first layer in whole tiles, for each perspective", l[0].Outputs%tile == 0 && l[0].Twice},
		{"a second layer of 16 outputs and a third of 32, counted in registers", l[1].Outputs == 16 && l[2].Outputs == 32},
		{"one output", len(l) == 4 && l[3].Outputs == 1},
		{"a clipped ReLU after all layers but the last", l[0].Then == architecture.ClippedReLU &&
			l[1].Then == architecture.ClippedReLU && l[2].Then == architecture.ClippedReLU && l[3].Then == architecture.Linear},
	} {
		if !c.holds {
			return fmt.Errorf("the kernels are made for %s", c.madeFor)
		}
	}
	return nil
}

func main() {
	log.SetFlags(0)
	if err := check(); err != nil {
		log.Fatal(err)
	}
	for name, text := range files() {
		// go generate runs in the folder of package kernel.
		if err := os.WriteFile(filepath.Clean(name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// files returns what is to be written, by file name.
func files() map[string][]byte {
	narrow, wide := newAVX2(), newAVX512()
	for _, a := range []*assembler{narrow, wide} {
		firstForward(a)
		firstBackward(a)
		columnSum(a, "tileSum", "adds rows [n][32] of x to sum.", tile)
		dense(a)
		outputBackward(a)
		clip(a)
		round(a)
		snap(a)
		add(a)
		blend(a)
		adamW(a)
	}
	// Sums along registers depend on how long those are, and cost little: both sets use these.
	output(narrow)
	sumSquares(narrow)
	return map[string][]byte{
		"avx2_amd64.s": narrow.assembly(), "avx2_decl_amd64.go": narrow.declarations(),
		"avx512_amd64.s": wide.assembly(), "avx512_decl_amd64.go": wide.declarations(),
	}
}

// dense writes the kernels of the second and third layer, in blocks that fill the sixteen YMM or the 32 ZMM registers.
func dense(a *assembler) {
	forward1, weights1, inputs1 := 4, 4, [2]int{2, 4}
	forward2, weights2, inputs2 := 2, 2, [2]int{4, 2}
	if a.wide() {
		forward1, weights1, inputs1 = 16, 16, [2]int{4, 4}
		forward2, weights2, inputs2 = 8, 8, [2]int{16, 1}
	}
	forward(a, "dense1Forward", "adds x[n][64]·w[64][16] to out[n][16].", tileIn, hidden1, forward1)
	weights(a, "dense1Weights", "adds xᵀ·dz to grad[64][16].", tileIn, hidden1, weights1)
	inputs(a, "dense1Inputs", "replaces x[n][64] by open(x)·(dz[n][16]·wt[16][64]).", tileIn, hidden1, inputs1[0], inputs1[1])
	columnSum(a, "dense1Sum", "adds rows [n][16] of x to sum.", hidden1)
	forward(a, "dense2Forward", "adds x[n][16]·w[16][32] to out[n][32].", hidden1, hidden2, forward2)
	weights(a, "dense2Weights", "adds xᵀ·dz to grad[16][32].", hidden1, hidden2, weights2)
	inputs(a, "dense2Inputs", "replaces x[n][16] by open(x)·(dz[n][32]·wt[32][16]).", hidden1, hidden2, inputs2[0], inputs2[1])
}
