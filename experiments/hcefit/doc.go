// Package hcefit refits the weights of the hand-crafted evaluation to the results of the project's
// own games.
//
// # Question
//
// Which weights of package hce foretell best how a position ends, as the expected score
// σ(value / 173.8) of the side to move? Does a fit beat the present weights on deals that it has
// not seen?
//
// # Method
//
// The evaluation is linear in its weights, three numbers each ([hce.Features]), so this is logistic
// regression: the mean log loss of the result (a draw is half a win) over the training part of the
// deals, minimised by L-BFGS from the present weights. The prior holds each number to where it
// began, as a normal distribution with the standard deviation Config.Prior does; a deal counts as one
// observation against it, since all its positions share one result. Numbers that no position counts
// stay as they are. The numbers are then rounded.
//
// A poorer evaluation is fitted by the same method: Config.Only names the families of weights that it has, and
// all others are 0 from the beginning.
//
// Positions are those that training keeps ([dataset.DefaultFilter]: not the first eight plies, no
// scores beyond ±2,000, no checks, which the evaluation does not look at), less two kinds more:
//
//   - those whose best move takes something. What they are worth is decided by the exchange, which
//     quiescence plays out; a fit to them would put what is about to be taken into the weights of
//     the pieces that stand there;
//   - those whose game says nothing about them: tails of decided games, games cut by length, forfeits.
//
// Adjudicated games count with the winner that both sides agreed on. Without them only games would
// be left in which nobody was far ahead for long, and the scale would come out wrong.
//
// # Result
//
// [Run] returns the weights, and for the training and the validation part the log loss and the
// fitted scale K before, after and after rounding; and on the validation part a paired test of the
// difference, one unit a deal. K is 173.8 on the training part where the prior is weak. Whether
// better foretelling plays better, a match says: docs/evaluation.md.
//
// # Promised
//
//   - The same games, settings and first weights give the same weights on one machine, whatever the
//     number of threads, the folders or the sizes of shards.
//   - The gate's deals are not looked at.
//   - Memory: 8 bytes a position of the data, and some 320 bytes for each that is fitted to.
//
// Not promised: the same last digit on processors of different kinds, whose floating point differs.
package hcefit
