package nnue

import (
	"slices"
	"strings"
	"testing"
)

func TestKernelsOfThisMachineCalculate(t *testing.T) {
	if KernelFault() != "" {
		t.Error(KernelFault())
	}
	if good := availableKernels(); !slices.Equal(good, kernels) {
		t.Errorf("this machine has %v, used are %v", good, kernels)
	}
}

// A kernel that calculates wrong is left out and named, on one line.
func TestWrongKernelsAreLeftOut(t *testing.T) {
	all := []kernel{scalar, avx2, avx512}
	for _, bad := range [][]kernel{{avx512}, {avx2}, {avx2, avx512}} {
		good, fault := trusted(all, func(k kernel) bool { return !slices.Contains(bad, k) })
		if len(good)+len(bad) != len(all) || good[0] != scalar || strings.Contains(fault, "\n") ||
			!strings.HasSuffix(fault, "networks use "+good[len(good)-1].String()) {
			t.Errorf("without %v: %v, %q", bad, good, fault)
		}
		for _, k := range bad {
			if slices.Contains(good, k) || !strings.Contains(fault, "kernel "+k.String()+" ") {
				t.Errorf("without %v: %v, %q", bad, good, fault)
			}
		}
	}
}
