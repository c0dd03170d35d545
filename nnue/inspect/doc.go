// Package inspect looks into networks, for people: what one was made of, what its weights and neurons are like
// ([Show]), in what two of them differ ([Compare]), and how strongly each input of one is wired ([Picture]).
//
// A [Model] is an integer network or float parameters. Both are looked at as parameters in float, a network's as it
// plays them, and through the activations that each of them has.
//
// Promised: equal models, phrases and positions give equal reports on every machine, but for the cost of an
// evaluation, which is measured; a neuron that is said to be dead or full by its weights is so in every legal position.
//
// Not promised: that a neuron which slept through the positions of a [Sample] never wakes, or that a strong input
// matters: strength is the size of weights, not what they do to the evaluation.
package inspect
