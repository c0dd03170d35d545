package main

import (
	"log"
	"os"
	"path/filepath"
)

// Sizes that the printed code is made for; the same as the constants of package kernel.
const (
	tile    = 32
	tileIn  = 2 * tile
	hidden1 = 16
	hidden2 = 32
)

func main() {
	log.SetFlags(0)
	for name, text := range files() {
		// go generate runs in the folder of package kernel.
		if err := os.WriteFile(filepath.Clean(name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// files returns what is to be written, by file name.
func files() map[string][]byte {
	var a assembler
	firstForward(&a)
	firstBackward(&a)
	columnSum(&a, "tileSumAVX2", "adds rows [n][32] of x to sum.", tile)
	forward(&a, "dense1ForwardAVX2", "adds x[n][64]·w[64][16] to out[n][16].", tileIn, hidden1, 4)
	weights(&a, "dense1WeightsAVX2", "adds xᵀ·dz to grad[64][16].", tileIn, hidden1, 4)
	inputs(&a, "dense1InputsAVX2", "replaces x[n][64] by open(x)·(dz[n][16]·wt[16][64]).", tileIn, hidden1, 2, 4)
	columnSum(&a, "dense1SumAVX2", "adds rows [n][16] of x to sum.", hidden1)
	forward(&a, "dense2ForwardAVX2", "adds x[n][16]·w[16][32] to out[n][32].", hidden1, hidden2, 2)
	weights(&a, "dense2WeightsAVX2", "adds xᵀ·dz to grad[16][32].", hidden1, hidden2, 2)
	inputs(&a, "dense2InputsAVX2", "replaces x[n][16] by open(x)·(dz[n][32]·wt[32][16]).", hidden1, hidden2, 4, 2)
	output(&a)
	outputBackward(&a)
	clip(&a)
	round(&a)
	snap(&a)
	add(&a)
	sumSquares(&a)
	adamW(&a)
	return map[string][]byte{"avx2_amd64.s": a.assembly(), "avx2_decl_amd64.go": a.declarations()}
}
