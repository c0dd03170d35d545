// Package crosscheck plays random games and has the slow second opinion derive everything a second time.
//
// At every ply the legal moves, the verdict and the FEN of each of the three views, as the dealer
// and the rules give them, are compared with those of engine/plain. Three games in four are random
// to their end. Every fourth takes moves back and forth now and then, attacks by preference, and
// goes on after repetitions, because moves at random hardly ever repeat a position or chase a
// piece.
//
// The games and the summary depend on the phrase, the rules and the number of games, never on the
// number of workers.
package crosscheck
