package gateplay

import (
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/search"
	"jieqi/eval/gate"
	"jieqi/eval/match"
)

// Options are those of every player in a gate: one search thread and a small table, as in self-play.
var Options = engine.Options{HashMB: 2, Threads: 1, Search: search.Main}

// Evaluation returns an evaluation as it stands in a gate: a player by Options, whose table is
// cleared for each game, so that a fixed number of nodes always gives the same games.
func Evaluation(f engine.Factory) gate.Evaluation {
	return gate.Evaluation{
		Contender:    match.Contender{Name: f.Name, Hash: f.Hash, New: spec.Players(f, Options)},
		NewEvaluator: func() gate.Evaluator { return f.New() },
	}
}
