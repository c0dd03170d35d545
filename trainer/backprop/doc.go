// Package backprop computes what a batch of positions teaches a network, and moves the parameters
// accordingly: the forward and backward passes, the sum of gradients over threads, AdamW and
// an average of the parameters that it leaves.
//
// It knows the network's layers (package nnue) and nothing of the game. What its inputs mean is the
// caller's business: [Inputs] says how many there are and how many can be on at once, and a [Fill]
// function says which are on in each position of a batch and what the network should have said.
//
// [Training] takes steps; step.go shows one from top to bottom. [Inference] runs the network
// forwards alone, with a small workspace of its own and no gradients. The loops themselves are those
// of package kernel.
//
// # Promised
//
//   - A step is a function of (parameters, moments, batch, settings, bits of the kernel set), to the bit,
//     whatever the number of threads: a batch is cut into chunks, panels and lanes of fixed sizes,
//     and every sum is taken in their order, whoever computes the parts.
//   - A logit is a function of (weights, inputs on, bits of the kernel set), wherever its position stands.
//   - A loss or gradient that is not a number fails with [ErrNotFinite] before it touches the
//     parameters.
//   - Memory is set when Training and Inference are made, see [Memory]; steps allocate next to
//     nothing.
//
// # Not promised
//
//   - Equal bits from kernel sets that do not promise them, see kernel.Set.
//   - Checks of what Fill adds: an input that does not exist may crash the process.
//   - Several goroutines calling one Training or one Inference at the same time.
package backprop
