// Package kernel holds the arithmetic of training on plain float32 slices: the loops in which
// nearly all of the time goes, and nothing that decides anything.
//
// A [Set] is one complete implementation. "scalar" is written in Go, runs everywhere and is the
// reference of the tests; "avx2" (AVX2 and FMA) and "avx512" are assembly for x86-64, written by the
// generator in folder gen and chosen at run time. Each set is tried at the start of the program, and
// one that calculates wrong is not used, see [Fault]. GODEBUG=cpu.avx512f=off takes "avx512" away,
// cpu.avx2=off both; the build tag purego leaves assembly out.
//
// Promised: a kernel's result is a function of its arguments alone (the same bits on every call
// and every CPU that has the set); sets with the same [Set.Bits] give the same bits, so "avx512" and
// "avx2" train the same network and may go on with each other's runs; kernels keep no state, allocate
// nothing and may run at the same time on different outputs. A slice shorter than its shape demands is a
// panic, never a wild access; only features and row numbers are not checked, as [Set] says. Not promised:
// that other sets give the same bits. They sum in different orders, so they agree to a few units in the
// last place, and a training run must stay with the bits it began with.
//
// # Shapes
//
// The first layer is cut into tiles of [Tile] columns, because the weights of one tile fit the
// second-level cache while all 256 columns do not. Everything that touches the first layer's
// output therefore sees one tile at a time:
//
//	w      [features][Tile]   weights of a tile
//	x      [rows][Tile]       activations of a tile; two rows a position, own side first, so
//	                          the same memory is [positions][TileIn]
//	index  [...]              active features of all rows, one row after another
//	start  [rows+1]           row r's features are index[start[r]:start[r+1]]
//
// In the layers behind it, n counts positions and matrices are input-major: w[inputs][outputs].
package kernel

//go:generate go run ./gen
