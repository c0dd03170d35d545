// Package positions looks into the positions of recorded games: it chooses some by an expression over what is known of
// each ([Facts] lists the names), and writes them a line each, counts them, or keeps the largest by another expression.
//
// Promised: all facts and FENs are what the mover knew when it moved, and the move as the mover was told it; only
// result, winner, reason, plies and swing say how the game went on. Positions come in order of series, game and ply.
// Memory does not grow with the number of positions. An expression that does not compile is refused in one line, and
// one that fails at a position ends the work with that position's game and ply.
//
// Expressions are those of github.com/expr-lang/expr. One that asks for something that a position does not have (a
// score, a swing) does not choose that position: comparing it with 0 would be wrong.
package positions
