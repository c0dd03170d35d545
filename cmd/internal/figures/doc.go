// Command figures prints how fast the parts of the program are on this machine, as ratios: what stands in
// docs/measured.md, measured anew in about two minutes. `make bench` runs it.
//
// It knows the program by its output alone: benchmarks of packages (sources.go lists them) and stable lines of
// jieqi's commands. They run by turns, several rounds, and the best of each counts, since other work on the machine
// only ever slows. A ratio compares two figures of the same machine, or one with what is wanted of a machine like the
// first in docs/measured.md (table.go). Above 1 is faster than what it is compared with.
//
// Promised: a command that fails or prints no figure is an error; a row whose kernel set, network or other engine is
// not there says so. Not promised: steady figures on a machine that does other work.
package main
