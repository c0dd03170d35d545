//go:build !purego

package nnue

import "golang.org/x/sys/cpu"

//go:generate go run ./gen

func availableKernels() []kernel {
	x, k := &cpu.X86, []kernel{scalar}
	if x.HasAVX2 {
		k = append(k, avx2)
	}
	if x.HasAVX2 && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI {
		k = append(k, avx512)
	}
	return k
}

//go:noescape
func accumulateAVX2(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16)

//go:noescape
func outputAVX2(own, enemy *lanes, l *laterLayers) int32

//go:noescape
func accumulateAVX512(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16)

//go:noescape
func outputAVX512(own, enemy *lanes, l *laterLayers) int32

// accumulate sets dst to src plus the rows of weights named in on minus those named in off. dst
// may be src. Every number must be below Inputs: assembly does not look.
func (k kernel) accumulate(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16) {
	switch k {
	case avx512:
		accumulateAVX512(dst, src, weights, on, off)
	case avx2:
		accumulateAVX2(dst, src, weights, on, off)
	default:
		accumulateScalar(dst, src, weights, on, off)
	}
}

// output returns the network's output from the accumulators of the side to move (own) and of
// its opponent.
func (k kernel) output(own, enemy *lanes, l *laterLayers) int32 {
	switch k {
	case avx512:
		return outputAVX512(own, enemy, l)
	case avx2:
		return outputAVX2(own, enemy, l)
	default:
		return outputScalar(own, enemy, l)
	}
}
