// Package play is games of a person against an engine: the server's side of the play page.
//
// A [Hall] holds many [Session]s. Each is a game of the one referee loop (package referee) between a player who waits for
// a person's answers and an [Opponent]. The deal follows from a phrase of crypto/rand that stays on the server until the
// game is over. What a page is shown is a [State]: built from the view of the person's side alone.
//
// # The commitment
//
// A deal follows from the SHA-256 of its phrase (package deal), so that hash would give the deal away. What is shown at
// the start is SHA-256 of "jieqi commitment " and the phrase. The phrase has 256 random bits; but of the deal's own hash
// only 48 bits matter, so that somebody who has seen many pieces turn up and computes for weeks could find the deal. The
// commitment is no help in that.
//
// # Promised
//
//   - Until a game is over, a State is a function of what its player was told and of public facts: who plays, under which
//     rules, the commitment, how long the line is. Nothing that the opponent thought is in it.
//   - Hints search the player's own view.
//   - A game is on disk (package durable) before its next State is shown. Those not over can be gone on with by id after
//     a restart, on equal moves with an equal deal. The file says that it holds the deal.
//   - So many searches as there are cores run at once; the others wait in turn. Games in memory and on disk are bounded.
//   - Methods of Hall and Session may be called from any goroutine.
//
// Not promised: that ids are secret from whoever may read the folder, or that an external engine answers alike twice.
package play
