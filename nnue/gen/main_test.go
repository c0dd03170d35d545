package main

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestAssemblyIsGenerated compares the committed assembly with what its generator writes.
func TestAssemblyIsGenerated(t *testing.T) {
	want, err := exec.Command("go", "run", ".", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("kernel_amd64.s is not what the generator writes: run go generate ./nnue")
	}
}
