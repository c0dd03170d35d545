package round

import (
	"context"
	"fmt"
	"strings"

	"jieqi/cmd/internal/gateplay"
	"jieqi/engine/rules"
	"jieqi/eval"
	"jieqi/eval/match"
)

// Measured is how a champion did against the yardstick.
type Measured struct {
	Champion  string        `json:"champion"`
	Yardstick string        `json:"yardstick"`
	Nodes     uint64        `json:"nodes"`
	Estimate  eval.Estimate `json:"estimate"` // of the champion's strength
	Match     match.Summary `json:"match"`    // from the champion's side
}

// measure plays the champion after the round against the yardstick, if there is one and it is not the champion.
func (r *round) measure(ctx context.Context) error {
	champion := r.registry.Champion(r.number+1, r.config.Champion)
	if !r.config.Yardstick.measures(champion) {
		return nil
	}
	if done, err := r.measured(champion); done || err != nil {
		return err
	}
	m, err := stage(r.folder.Marker(stageMeasure), func() (Measured, error) { return r.compare(ctx, champion) })
	if err != nil {
		return err
	}
	return r.registry.Add(Fact{
		Kind: FactMeasured, Round: r.number, Network: m.Champion, Champion: m.Yardstick,
		Score: &m.Estimate.Score, Elo: &m.Estimate.Elo,
	})
}

// measures reports whether there is a match to play for the champion.
func (y Yardstick) measures(champion string) bool { return y.Games > 0 && champion != y.Spec }

// is reports whether m, which may be nil, is the champion's match against the yardstick.
func (m *Measured) is(champion string, y Yardstick) bool {
	return m != nil && m.Champion == champion && m.Yardstick == y.Spec && m.Nodes == y.Nodes && 2*m.Estimate.Pairs == y.Games
}

// measured reports whether an earlier round has the same match already: it would be the same games again.
func (r *round) measured(champion string) (bool, error) {
	for n := 1; n < r.number; n++ {
		m, err := readOutcome[Measured](r.run.Round(n).Marker(stageMeasure), lossStage)
		if err != nil {
			return false, err
		}
		if m.is(champion, r.config.Yardstick) {
			return true, nil
		}
	}
	return false, nil
}

// compare plays the match.
func (r *round) compare(ctx context.Context, champion string) (Measured, error) {
	y := r.config.Yardstick
	a, err := r.run.evaluation(champion)
	if err != nil {
		return Measured{}, err
	}
	b, err := r.run.evaluation(y.Spec)
	if err != nil {
		return Measured{}, err
	}
	preset, err := r.config.rules()
	if err != nil {
		return Measured{}, err
	}
	r.logf("%d games of %s against %s at %d nodes", y.Games, champion, y.Spec, y.Nodes)
	r.begin(stageMeasure)
	meter := r.meter("pairs")
	defer meter.Close()
	pairs, err := match.Run(ctx, match.Config{
		A: gateplay.Contender(a), B: gateplay.Contender(b), Pairs: y.Games / 2,
		Phrase: strings.Join([]string{r.config.Phrase, "yardstick", a.Hash, b.Hash}, " "),
		Rules:  preset, Limits: rules.Limits{Nodes: y.Nodes}, Workers: r.options.Workers,
	}, r.folder.Yardstick(), match.Stop{}, func(s match.Standing) {
		meter.Set(int64(s.Counted), int64(s.Most), s.String())
	})
	if err != nil {
		return Measured{}, err
	}
	s := match.Summarise(pairs)
	return Measured{champion, y.Spec, y.Nodes, s.Pairs.Estimate(), s}, nil
}

// String returns the measure as one line.
func (m *Measured) String() string {
	return fmt.Sprintf("%s against the built-in %s: %s", m.Champion, m.Yardstick, standing(m.Estimate, m.Nodes))
}
