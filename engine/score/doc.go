// Package score owns what a number that prices a position means: centipawns, mate scores,
// expected score, and the conversions between them.
//
// A Value is in centipawns of the side it is said of, on the scale where the expected score
// is σ(cp / 173.8): 100 cp is 64 %. Mate scores and scores of lost verdicts (perpetual check or
// chase) lie in ranges of their own above MaxEval.
//
// Promised: everything but Float and Logistic is integer arithmetic from tables that are computed at start by
// integer arithmetic too, so every CPU and architecture gets the same numbers. Expected is
// monotone and antisymmetric (the expected scores of v and −v add up to One), Prob.Value undoes it
// for |v| <= ExactEval, and Average of negated values is the negated Average.
//
// Not promised: resolution beyond ExactEval, where expected scores of neighbouring values coincide.
package score
