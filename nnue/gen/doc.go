// Command gen writes kernel_amd64.s, the AVX2 and AVX-512 forms of the two operations of package nnue that cost
// time. Run it with go generate; a test compares. "-" as argument writes to standard output.
//
// It is a text generator: Go code unrolls loops and numbers registers, and what it prints is ordinary Go assembly, one
// instruction a line, to be read when in doubt. It is a function of this folder and of the list of layers.
package main
