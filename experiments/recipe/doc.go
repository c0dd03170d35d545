// Package recipe is a study of training: which settings and which games make the strongest network?
//
// # Question
//
// A plan names rows. Each is a recipe: games, training settings, seeds, perhaps parameters of another row to
// begin with and a factor on the network's output. What does each bring in foretelling and in play, and
// does foretelling say anything of play?
//
// # Method
//
// Every row goes through the same stages: training, quantisation, losses, matches.
//
// Losses are measured with the integer network on one hold-out for all rows: the validation deals (never the
// gate's) of the games that the plan names, filtered in one way, whatever the rows' own filters. They are mean
// squared errors of the expected score, deals weighing equally: against the recorded scores s as σ(s/K), with K
// fitted for each generator; against deep scores, for which some of the positions, drawn by hash, are
// searched once more by the reference evaluation, table cleared before each, as their mover knew them; and
// against the results of the games. The reference evaluation (hce) is measured too, and a row's t is that of
// its difference in squared errors against results, one unit a deal.
//
// Matches are played by a fixed number of nodes against opponents that stay as they are, all rows on the
// same deals, so that the difference of two rows has an interval from the differences of their pairs. The
// baseline's pair is the mean over its seeds.
//
// The report has a line for each row and seed, what the seed alone changes, Spearman's rank correlation of each
// loss with Elo, and plots.
//
// # Stages
//
// The outcome of a stage lies in a folder KIND/HASH of the store, HASH being that of everything the
// outcome depends on: contents of games, resolved settings, parameters, networks, programs; no path and no
// clock. Rows and plans share what is the same. The folder's inputs.json says what was hashed, and the last
// file is the outcome. A study that was cut short goes on where it was: trainings from their checkpoints, deep
// scores and matches from their journals.
//
// # Promised
//
//   - The report is a function of the plan, the games and the opponents, whatever the number of workers,
//     the folders, and how often the study was stopped; learning curves aside as far as processors of different
//     kinds train differently.
//   - A plan is checked whole, its games and opponents too, before anything starts.
//   - No row trains on the hold-out's deals: all rows share one split, and wherever phrases are shared the salts of the
//     hold-out are among the row's.
//
// # Not promised
//
//   - That the best of many rows is as good as its figure. A finalist wants fresh seeds and a fresh phrase.
//   - That changes of the trainer's program lead to new folders: settings are hashed, its code is not. The
//     search's signature is.
//
// Command: jieqi experiment recipe PLAN.toml. docs/recipes.md describes plans.
package recipe
