// Package games shows and writes recorded games whole: as lines that `jieqi replay` reads, as files of the graphical
// interface JieqiBox, and drawn in a terminal. Games come from shards and from the journals of matches.
//
// These are games that are over, so lines and files name everything that either side was told. Nothing says what a
// piece is that was never turned up or taken, but for a drawing that is asked for the deal.
//
// Promised: replaying a line gives the positions, and where the rules ended the game the verdict, that were recorded.
// Games are read block by block: memory does not grow with their number, but for the journal of a match, which is
// read whole.
package games
