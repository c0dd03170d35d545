// Package referee plays one game between two players. It has the only loop that asks players for moves.
//
// The referee deals, plays the opening moves it is given, asks each side in turn for a move by what
// that side knows, checks the answer, runs the clocks, and ends the game by the rules, by its
// adjudicator, at the maximum length, or by forfeit. The [Record] has everything: the moves with
// all identities, each player's score, nodes and time, and how the game ended.
//
// Guarantees:
//   - A player sees its own side's view and nothing else; identities it was not told never reach it.
//   - An illegal answer, a lost clock and a player that fails are distinct reasons in the verdict;
//     a move that is not legal is never played.
//   - Cancelling the context ends Play with an error and no record: there is no half game.
//   - Apart from times, the record is a function of the configuration, the deal and the players' answers.
//
// Not promised: a player that never answers is waited for; players that can hang carry their own
// deadline and report [ErrStall].
package referee
