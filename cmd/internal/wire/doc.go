// Package wire is scores, lines of a search and evaluations as pages in a browser are told them, in JSON: the shapes are
// described at the head of the pages' module seam.js.
//
// Promised: what is written says nothing but what the search or the evaluation it is made of said. Scores are in the view
// of the side to move, but for the terms of an evaluation, which are in Red's.
package wire
