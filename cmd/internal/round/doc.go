// Package round runs the project's main job: self-play with the champion, verification, training,
// quantisation, the gate, promotion or rejection; round after round.
//
// A run lives in one folder, laid out as docs/formats.md says. It is append-only: nothing is ever
// overwritten, networks are named by their content, and a stage is done when its last file exists.
// Running again does only what is missing, whatever killed the run before, and ends with the same
// networks. What this package does not promise: that a machine with AVX2 or AVX-512, which
// give the same bits, and one without train the same.
package round
