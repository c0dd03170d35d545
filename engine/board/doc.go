// Package board is the Jieqi position as one observer may know it: points, pieces,
// pools of unseen identities, legal moves, make and unmake, the hash key and static exchange.
//
// A Position never contains a hidden identity. A face-down piece is FaceDown and nothing more;
// what it turns out to be arrives as an argument of Make. A face-down piece moves and gives check by
// the role of its home point; what turned up goes by its identity, advisors and elephants without bounds.
//
// Promised: New accepts no setup that breaks the rules it lists, and names field and reason.
// Legal moves are exactly those of the rules, the same list in the same order for the same position.
// Make and Unmake leave every field as building the position anew would. Nothing here allocates but
// New, StartPosition and error texts (and LegalMoves into a slice without room). Keys, Packed views and
// counts are the same on every machine.
//
// Not promised: Make, Unmake and SEE trust their move to be legal and a reveal to be in the pool (IsLegal and
// PoolCount tell). History is not kept here, so repetition and the no-capture limit are package rules' part.
//
// How it works: sets of points are two words of five ranks (Bitboard). Beside the sets each
// colour's ranks and files are kept as small numbers that index tables of chariot and cannon moves
// (lines.go); horses and elephants index theirs by their occupied neighbours (leapers.go). Once a
// position, its guard is worked out (guard.go): checkers, own pieces that screen the general, and points where
// landing would hand a cannon its screen. Only moves of the general and of screening pieces are then
// tried one by one; all others are legal when they land where the guard allows.
package board
