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

// Contender returns the player of an evaluation in a gate: one by Options, whose table is cleared for each game, so
// that a fixed number of nodes always gives the same games.
func Contender(f engine.Factory) match.Contender {
	return match.Contender{Name: f.Name, Hash: f.Hash, New: spec.Players(f, Options)}
}

// Evaluation returns the evaluation that text names, see spec.Load, as it stands in a gate.
func Evaluation(text string) (gate.Evaluation, error) {
	o, err := spec.LoadWithOrigin(text)
	if err != nil {
		return gate.Evaluation{}, err
	}
	return gate.Evaluation{
		Contender: Contender(o.Factory), NewEvaluator: func() gate.Evaluator { return o.New() },
		Lineage: o.Lineage, Weights: o.Weights,
	}, nil
}
