package nnue

import (
	"math/rand/v2"
	"sync"
	"testing"

	"jieqi/nnue/features"
)

// testNetwork is the network of the starting parameters of seed 1, with the output layer made
// stronger so that values spread over the centipawns of a game.
var testNetwork = sync.OnceValue(func() *Network {
	n, err := Quantize(testParams(), DefaultScales(), Provenance{})
	if err != nil {
		panic(err)
	}
	return n
})

func testParams() *Params {
	p := NewParams(1)
	for i := range p.L3 {
		p.L3[i] *= 20
	}
	return p
}

// randomInputs returns distinct inputs, about as many as a position has.
func randomInputs(rng *rand.Rand) []uint16 {
	perm := rng.Perm(features.Count)[:20+rng.IntN(features.MaxActive-20+1)]
	list := make([]uint16, len(perm))
	for i, v := range perm {
		list[i] = uint16(v)
	}
	return list
}

func mustQuantise(t *testing.T, p *Params, s Scales) *Network {
	t.Helper()
	n, err := Quantize(p, s, Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
