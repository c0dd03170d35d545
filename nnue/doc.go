// Package nnue is the network that evaluates Jieqi positions: its float parameters, its integer
// form, its files and its evaluation, incrementally during a search or from lists of inputs.
//
// The layers, which package architecture lists: 1,470 inputs (package features) to 256 for each
// perspective with shared weights, clipped ReLU, both joined with the side to move first, to 16,
// clipped ReLU, to 32, clipped ReLU, to one output: the logit of the expected score of the side to
// move, a win counting 1 and a draw ½. In centipawns that is score.Scale times the logit.
//
// Two types keep two things apart. Params are float32: they are trained, saved as safetensors,
// and never play. A Network is integers: it plays, is saved as a .nnue file, and cannot be
// trained. Quantize leads from one to the other and refuses parameters that could overflow.
// Scales describes the integer grid; a trainer that wants to feel it rounds with FakeQuantize
// and Activate.
//
// Promised: every kernel gives the same bits, so a network gives the same numbers on every
// machine; no accumulator of a Network overflows in any legal position; Decode and ParamsOf
// return an error, never a panic, on any bytes, and allocate no more than a small multiple of what
// they are given; a file under its final name is complete.
//
// Not promised: an Evaluator may be used by one goroutine at a time (Params and Network may be
// shared while nobody changes them); Params.Forward is a reference and slow.
package nnue
