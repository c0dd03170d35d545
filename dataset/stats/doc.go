// Package stats says what recorded games amount to: scores, lengths, results, reveals, luck, calibration and moves, of all
// games or of each generator's, and draws it.
//
// A generator is what scored the positions: a network and the settings it played with, as label scales have it.
//
// Luck. Of a move that turns a piece up, it is the mover's expected score once the piece is known, less the one before:
// by the score of the reply, which is the opponent's and taken the other way round, and by the mover's own score of the
// position it moved in. Both are turned into expected scores by the engine's curve (package score), so luck lies between
// -1 and 1 and is the mover's. The search before the move took the mean over what the piece might be; so over many reveals
// luck is about zero for a search that weighs them rightly. What is counted are reveals that were not drawn at random,
// where both positions have a score. A mover knows which pieces it took face down and its opponent does not: what that is
// worth is in the difference too, and so is what one search sees beyond the other.
//
// Promised: the numbers are a function of the games; memory does not grow with them. Charts are equal bytes for
// equal numbers.
//
// Not promised: that calibration says anything of games that were adjudicated: they are left out of it, as they are in the fit
// of label scales, which it is.
package stats
