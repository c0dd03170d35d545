// Package revealprice audits the prices of reveals and follows them through games.
//
// Questions: how far is what a chance method says a reveal is worth from what it is worth ([Run]), and does a
// side's own expected score hold at its next turn ([RunDrift])?
//
// Method of the audit, fixed beforehand: reveals come in equal parts from games of each method against itself, one at
// most from a game, drawn by the phrase among those that a search chose where another move was legal and more than
// one identity was left. The search that audits is given the mover's view and nothing else.
//
//   - Alpha is the value of the best other move, by shallow to the depth of the audit: one for all methods.
//   - A method's price is that of [search.Searcher.Price] in the window (alpha, ∞), from cleared state, to the same depth.
//     bound and star1 cannot afford every position: a price takes no more than Config.MostNodes, and is then that of
//     the deepest iteration that was finished.
//   - The reference is every identity searched from cleared state to the same horizon with an open window, reveals
//     inside by shallow, and their average in expected score. Searched again with a small table, and for the first reveals
//     with star1 inside where that can be afforded, it says how far a reference can be trusted: the floor.
//   - Errors are price less reference in points, hundredths of expected score. Intervals are 95 % by Student's t,
//     clustered by reveal (by game for the drift).
//
// Promised: but for times, which stand apart, a report is a function of phrase, evaluation, settings and the search,
// whatever the number of workers and of stops. What is finished is in a journal and never searched again. A
// folder of other settings or of another search is refused.
//
// Commands: jieqi experiment revealprice and jieqi experiment drift. Figures: docs/reveals.md.
package revealprice
