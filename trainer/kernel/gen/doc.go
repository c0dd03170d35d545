// Command gen writes the AVX2 and AVX-512 kernels of package kernel, ../avx*_amd64.s, and their Go declarations,
// ../avx*_decl_amd64.go. Run it with go generate; a test keeps the written files in step.
//
// It is a text generator: Go code unrolls loops and numbers registers, and what it prints is
// ordinary Go assembly, one instruction a line, to be read when in doubt.
package main
