// Package gate decides whether a candidate network replaces the incumbent. Two keys must turn:
// the candidate wins a match of pairs on deals used nowhere else, and it predicts the results of
// held-out games better.
//
// The folder of a gate holds plan.json (everything the decision depends on, with the error rates
// of the rule, written before the first game), manifest.json and pairs.jsonl of the match (see package
// match) and, once decided, result.json. A restart plays only what is missing and comes to the same decision.
package gate
