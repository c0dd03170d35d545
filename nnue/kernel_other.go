//go:build !amd64

package nnue

func availableKernels() []kernel { return []kernel{scalar} }

func (k kernel) accumulate(dst, src *[Width]int16, weights *[Inputs][Width]int16, on, off []uint16) {
	accumulateScalar(dst, src, weights, on, off)
}

func (k kernel) output(own, enemy *[Width]int16, l *laterLayers) int32 {
	return outputScalar(own, enemy, l)
}
