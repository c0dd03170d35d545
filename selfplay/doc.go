// Package selfplay plays an engine against itself, many games at once, into shards ([Run]), and searches the
// positions of recorded games again, into copies of their shards ([Rescore]).
//
// Game i of a run plays deal i of the run's phrase, after a short random opening drawn from
// (phrase, i, attempt). With Config.Opponent two networks meet, and the phrase draws who has Red. Every worker has its own engines, their tables emptied for each game; one
// writer takes the games in order. Workers are goroutines of this process, or on other machines ([Crew]).
//
// Promised:
//   - A game is a function of the network, its opponent if it has one, settings, phrase and index. The content hash of a run does
//     not depend on the number of workers, on the processor, or on how often the run was stopped
//     and resumed.
//   - Finished games that reached the disk are never played again. Cancelling the context keeps all
//     finished games; a kill loses those since the last whole block and those in play.
//   - A score of a rescored game is that of one search of the mover's view, with the game's history and an empty
//     table: a function of network, settings and the moves before. The same holds for the content hash and for
//     what was finished when rescoring stops.
//   - Goroutines are at most two blocks ahead of the writer, so memory does not grow with the run.
//
// Not promised: equal games after a change of the engine. The settings' hash covers the settings
// and the network, not the program; set Config.Generator to what identifies it.
package selfplay
