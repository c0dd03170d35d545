// Package rules is a game of Jieqi: a position as one observer knows it, the reversible
// history that repetition needs, and the verdict with its reason.
//
// It also owns the plain types that players and the referee share: Limits, Clock, Choice.
//
// Promised:
//   - [Game.Verdict] is the law of the third repetition, perpetual check, perpetual chase and
//     the no-capture limit. Each verdict is a function of the board, the moves since the last
//     capture or reveal, and the counter; it never depends on identities the observer was not told.
//   - Playing plies and asking for the verdict allocate nothing once a game's buffers have grown.
//
// Not promised:
//   - A Game does not check that a ply is legal or that its identities are possible; callers that
//     read text use engine/notation, callers that own a deal use engine/dealer.
//   - No maximum length and no insufficient-material rule: the referee may set its own.
package rules
