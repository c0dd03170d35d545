//go:build !amd64 || purego

package nnue

func availableKernels() []kernel { return []kernel{scalar} }

func (k kernel) accumulate(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16) {
	accumulateScalar(dst, src, weights, on, off)
}

func (k kernel) output(own, enemy *lanes, l *laterLayers) int32 {
	return outputScalar(own, enemy, l)
}
