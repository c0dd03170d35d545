package nnue

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestAssemblyIsGenerated compares the committed assembly with what its generator writes.
func TestAssemblyIsGenerated(t *testing.T) {
	want, err := exec.Command("go", "run", "gen_kernels.go", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("kernel_amd64.s is not what gen_kernels.go writes: run go generate ./nnue")
	}
}
