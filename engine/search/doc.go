// Package search chooses a move: iterative deepening with principal variation search over the
// positions one observer may know, and chance nodes where a move turns a face-down piece up.
//
// The observer is the side to move at the root. Its two pools serve both sides at every node of
// the tree; what the opponent knows more or less is not modelled. A captured face-down piece
// touches no pool.
//
// A node is a position entered after a made move: one per identity of a reveal, one per null move,
// none for a chance node itself or a table probe; the root counts 1.
//
// [Searcher.Search] answers for a whole position; [Searcher.Price] and [Searcher.PriceOutcome] show studies how one reveal of
// it is priced, by the same code.
//
// Promised:
//   - With one thread, equal node or depth limits, positions, histories and cleared state
//     ([Searcher.NewGame]) give equal moves, scores and node counts on every CPU: there is no
//     floating point, no clock and no map order in it.
//   - A node limit is exact: the search stops there and not one node later, and even one node gives
//     a legal move and a score. An iteration cut short counts only if its first move was finished.
//   - Searching allocates nothing but the line it returns.
//   - Every heuristic is a switch of [Options], with its numbers in [Constants]; with all of them off the search is plain
//     alpha-beta expectimax.
//
// Not promised: the same tree with several threads, or the same scores from one version to the next.
package search
