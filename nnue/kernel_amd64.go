package nnue

import "golang.org/x/sys/cpu"

//go:generate go run gen_kernels.go

func availableKernels() []kernel {
	if cpu.X86.HasAVX2 {
		return []kernel{scalar, avx2}
	}
	return []kernel{scalar}
}

//go:noescape
func accumulateAVX2(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16)

//go:noescape
func outputAVX2(own, enemy *lanes, l *laterLayers) int32

// accumulate sets dst to src plus the rows of weights named in on minus those named in off. dst
// may be src. Every number must be below Inputs: AVX2 does not look.
func (k kernel) accumulate(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16) {
	if k == avx2 {
		accumulateAVX2(dst, src, weights, on, off)
		return
	}
	accumulateScalar(dst, src, weights, on, off)
}

// output returns the network's output from the accumulators of the side to move (own) and of
// its opponent.
func (k kernel) output(own, enemy *lanes, l *laterLayers) int32 {
	if k == avx2 {
		return outputAVX2(own, enemy, l)
	}
	return outputScalar(own, enemy, l)
}
