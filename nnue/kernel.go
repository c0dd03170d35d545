package nnue

// A kernel is one implementation of the two operations that cost time. All give the same bits:
// sums of 16 bits wrap around in all of them alike, and nothing else can overflow.
//
// GODEBUG=cpu.avx512f=off takes avx512 away, cpu.avx2=off both; the build tag purego leaves assembly out.
//
// The operations are methods that switch on the kernel rather than a table of functions, so
// that arguments on the caller's stack stay there.
type kernel uint8

const (
	scalar kernel = iota
	avx2
	avx512 // with the vector neural network instructions (VNNI)
)

// String returns the name that reports use.
func (k kernel) String() string { return [...]string{"scalar", "avx2", "avx512"}[k] }

// accumulator holds the first layer's sums of both perspectives, at FirstScale, half an
// activation step added.
type accumulator [2]lanes

// kernels lists what this machine can run and what calculates right there, the fastest last.
var kernels, kernelFault = trusted(availableKernels(), calculates)

// KernelFault says which kernels calculated wrong when they were tried at the start of the program, and so are not
// used. It is empty on a sound machine.
func KernelFault() string { return kernelFault }

// Kernel returns the name of the kernel that networks use on this machine: "scalar", "avx2" or "avx512".
func Kernel() string { return bestKernel().String() }

func bestKernel() kernel { return kernels[len(kernels)-1] }
