package recipe

import (
	"context"

	"jieqi/engine/rules"
	"jieqi/eval"
	"jieqi/eval/match"
)

// Played is a finished match.
type Played struct {
	Pairs    []int `json:"half_points_by_pair"` // of the row, 0 to 4, in the order of deals
	Failures int   `json:"failures"`            // attempts at a game in which a player failed
}

// matchRules are those that all matches are played by.
var matchRules = rules.Tiantian

// matchConfig returns a match of a network's player against an opponent. Both go by their hashes, so that the
// match stays the same when a program is renamed.
func matchConfig(a, b match.Contender, m Match, phrase string, workers int) match.Config {
	a.Name, b.Name = a.Hash, b.Hash
	return match.Config{
		A: a, B: b, Pairs: m.Games / 2, Phrase: phrase, Rules: matchRules,
		Limits: rules.Limits{Nodes: m.Nodes}, Workers: workers, Beside: []string{inputsFile},
	}
}

// playMatch plays a match in a folder, or what is missing of it there.
func playMatch(ctx context.Context, cfg match.Config, folder string, progress tell) (*Played, error) {
	pairs, err := match.Run(ctx, cfg, folder, match.Stop{}, func(s match.Standing) {
		progress(int64(s.Counted), int64(s.Most), "pairs, "+s.String())
	})
	if err != nil {
		return nil, err
	}
	played := &Played{Failures: match.Summarise(pairs).Failures}
	for _, p := range pairs {
		for half, n := range match.Summarise([]*match.Pair{p}).Pairs {
			if n > 0 {
				played.Pairs = append(played.Pairs, half)
			}
		}
	}
	return played, nil
}

// count returns the pairs by outcome.
func (p *Played) count() eval.Pairs {
	var pairs eval.Pairs
	for _, half := range p.Pairs {
		pairs[half]++
	}
	return pairs
}
