// Package eval measures strength: results of pairs of games, Elo with its interval, the
// sequential probability ratio test and the comparison of two networks' losses paired by deal.
//
// In this project "eval" always means measuring strength. To evaluate a position is the
// business of engine/hce (by hand-crafted terms) and nnue (by a network).
//
// Everything here is plain arithmetic on counts: no clock, no random numbers, no files. Degenerate
// samples (no games, no variance) give defined values, never NaN.
package eval
