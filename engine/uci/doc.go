// Package uci speaks the Universal Chess Interface for Jieqi on a reader and a writer.
//
// Moves in a position command carry the identities that one observer was told: what each
// face-down mover turned into, and what the captures of face-down pieces took. The observer is
// the side to move in the final position. Only its own captures change what it knows; letters of
// victims on the other side's captures are checked for sense and then ignored, since that side
// alone was told.
//
// Promises: every go is answered by exactly one bestmove, and bestmove never names an identity.
// Wrong input of any kind is answered by one line "info string error: ..." and changes nothing.
// Lines are written whole, by one writer. Run returns at quit, at the end of its input and when
// its context ends; a search with limits of its own gets some time to finish at the end of the
// input, so that piped sessions are answered.
//
// Not promised: anything about the time a perft or a bench takes to notice a stop beyond a second or so.
package uci
