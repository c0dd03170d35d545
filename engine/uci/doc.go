// Package uci speaks the Universal Chess Interface for Jieqi on a reader and a writer.
//
// Moves in a position command carry the identities that one observer was told: what each
// face-down mover turned into, and what the captures of face-down pieces took. The observer is
// the side to move in the final position. Only its own captures change what it knows; letters of
// victims on the other side's captures are checked for sense and then ignored, since that side
// alone was told.
//
// Promises: every go that is read is answered by exactly one bestmove, and bestmove never names an identity.
// Wrong input of any kind is answered by a line "info string error: ..." and changes nothing, with one exception:
// after a refused position command go repeats the error and answers "bestmove (none)" when a move would be due,
// until a position is accepted or a new game begins. A position line that is too long, or one of too many that wait for
// a search, is refused as well. The position accepted last can still be looked at; d and eval call it stale.
//
// A front end that plays on after a draw by repetition or by the no-capture limit is answered in earnest: that
// search knows neither history nor limit.
//
// Lines are written whole, by one writer. Commands are carried out in order; what needs the engine waits
// for a search that will end by itself and stops one that will not, while stop, isready and
// quit are heard at once. Run returns at quit, at the end of its context, and at the end of its
// input once what is left to do is done, within limits, so that piped sessions are answered.
//
// Not promised: that a perft or a bench stops at once, it takes some milliseconds; an answer to a go in a line of more
// than 1 MiB, or among more than 10,000 commands that wait.
package uci
