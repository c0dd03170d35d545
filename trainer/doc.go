// Package trainer fits the float parameters of a network to recorded games, and reports what is
// lost when they become integers.
//
// [Run] is a training run: it surveys the data, streams samples in a random order, takes a step on
// each batch, and after each superbatch validates, logs and writes a checkpoint. Its rooms: package
// feed chooses the samples and their order and knows no network; package backprop takes the steps and
// knows no game; package kernel has their inner loops. Here is what joins them: inputs.go turns
// samples into inputs (package nnue/features) and targets.
//
// A run begins from parameters whose small layers have no dead neurons (balance.go), or from a file.
//
// Samples come from package dataset and hold what one of the two players knew, nothing hidden from that one.
//
// # Promised
//
//   - The network is a function of (configuration, data content, parameters of --init, kernel set),
//     to the bit: not of the number of threads, of folders, shards or their order, nor of how
//     often the run was stopped and resumed. Packages feed and backprop say what that rests on.
//   - A resumed run takes no step again that the checkpoint has behind it; its log is cut back to
//     the checkpoint and goes on.
//   - Memory does not grow with the data: two windows of samples, the thinned hold-out, a
//     gradient for each of at most 16 lanes, and about 3.5 MB for each thread.
//   - A loss or gradient that is not a number stops the run before it touches the parameters.
//   - Checkpoints and results are written whole and then renamed; the result is written last.
//
// # Not promised
//
//   - That the best network has the lowest loss of the run: where the last steps are fake-quantised, it is the
//     best of those, see [Result].
//   - Equal bits from different kernel sets: a checkpoint goes on with its own or not at all.
//   - That the best network on the validation hold-out is the strongest: the gate decides that.
package trainer
