// Package dealer is a deal being played. It turns pieces up, knows what taken face-down pieces
// were, and lets each observer follow by what that observer may know.
//
// Three observers follow a game: the public, Red and Black. What each learns from a ply is
// [board.Ply.Told] and [board.Ply.Public]. A [Table] keeps one [rules.Game] for each.
//
// Guarantees:
//   - A view is a function of the moves and of the identities its observer was told, of nothing else: two
//     deals that differ only in identities not told to it give equal views, keys and histories included.
//   - The three views agree on the board, the side to move, the counters and every verdict.
//   - An illegal move is an error and changes nothing.
//
// Not promised: that a game which is over cannot go on; the caller looks at the verdict.
package dealer
