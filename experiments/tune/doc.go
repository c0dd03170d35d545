// Package tune looks for better constants of the search ([search.Constants]) by playing.
//
// # Question
//
// Which margins, reductions and exchange values win more games at a fixed number of nodes than those the search has?
//
// # Method
//
// Simultaneous perturbation stochastic approximation (Spall 1992), as chess engines use it: pair k of games is played
// between two searches whose constants are pushed from the present ones to opposite sides, every constant at once by
// its own step c_k and in a direction drawn for each; the winner's side is where all of them move. With r the points that the
// pushed-up side is ahead after the pair (−2 to 2), constant x goes by a_k / c_k · r · direction, where
//
//	c_k = step · (N / k)^0.101        a_k = Rate · step² · ((A + N) / (A + k))^0.602        A = N / 10
//
// for N pairs in all. The step is a twentieth of the range that the constant declares, at least 1. Constants are
// played rounded.
//
// Pairs are played in batches: all pairs of a batch push from the same constants, and their results move them
// in the pairs' order. So the outcome depends on evaluation, phrase and configuration alone, whatever the number of workers; and the
// journal of results is all that a run needs to go on.
//
// A run ends with constants, not with proof: most of what such a walk finds is noise. They count once they have won a
// match on deals of another phrase ([Verify]).
//
// # Promised
//
// Nothing finished is lost by a kill; going on yields the constants of an undisturbed run. A folder of another
// configuration or of something else is refused. Games are played like those of package eval/match.
package tune
