// Package architecture is the network as a list of layers: how wide they are, how the integer
// network holds them and what follows each. Everything else that must know is built from the list:
// the parameters and their files, the network file and the hash in it, the quantiser's grids, the
// table in docs/formats.md, and both generators of assembly, which refuse a list that their code is
// not made for.
//
// Promised: a change of any width or of the input set changes Hash, so that no program plays a
// network it does not understand.
//
// Not promised: that a change here is all it takes. The forward and backward passes name their
// layers, and kernels are made for these widths.
package architecture
