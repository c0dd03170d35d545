// Package hce is the hand-crafted evaluation of a Jieqi position.
//
// The value is an integer in centipawns on the project's scale: the expected score of the side
// it is said of is σ(cp/173.8), 100 cp being 64 %. It is linear in its Weights, up to the
// rounding of the last division, so that the weights can be fitted by logistic regression
// (Evaluator.Coefficients). Every weight is a Taper of three numbers that are blended by how
// many pieces are still face down and how many are left.
//
// A face-down piece is worth the mean of what it can still turn out to be, from the pool of
// unseen identities of its own side, plus what its point's role is worth. When a pool changes,
// the mean of all that side's face-down pieces moves with it.
//
// Two sets of weights are built in: Default with all of them, and MaterialOnly, which counts what the pieces
// are worth and nothing else.
//
// Promises: no floating point, no allocation after the first few moves, the same value on every
// machine; the value of a mirrored position is the same, that of a colour-swapped position is
// the same for the side to move; the value after any sequence of Push and Pop equals the one
// computed from nothing. Not promised: exchanges are not resolved (quiescence does that), check
// and the no-capture counter are not looked at.
package hce
