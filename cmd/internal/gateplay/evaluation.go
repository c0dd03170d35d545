package gateplay

import (
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/search"
	"jieqi/eval/gate"
	"jieqi/eval/match"
)

// hashMB is the table of each player in a gate, as in self-play.
const hashMB = 2

// Evaluation returns an evaluation as it stands in a gate: one search thread and a small table,
// cleared for each game, so that a fixed number of nodes always gives the same games.
func Evaluation(f engine.Factory) gate.Evaluation {
	options := engine.Options{HashMB: hashMB, Threads: 1, Search: search.Main}
	return gate.Evaluation{
		Contender:    match.Contender{Name: f.Name, Hash: f.Hash, New: spec.Players(f, options)},
		NewEvaluator: func() gate.Evaluator { return f.New() },
	}
}
