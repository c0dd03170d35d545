package cluster

import (
	"context"
	"fmt"

	"jieqi/cmd/internal/gateplay"
	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/eval/match"
	"jieqi/selfplay"
)

// loader returns the factory of a network, which has the hash that is asked for.
type loader func(context.Context, network) (engine.Factory, error)

// player plays items of one job, with engines of its own.
type player struct {
	job   *job
	games *selfplay.Worker // of a job of games
	table *match.Table     // of a job of pairs
	head  dataset.Header
}

// newPlayer makes the engines that a job needs.
func newPlayer(ctx context.Context, j *job, load loader) (*player, error) {
	var factories []engine.Factory
	for _, n := range j.networks() {
		f, err := load(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("network %s: %w", n.Name, err)
		}
		if f.Hash != n.Hash {
			return nil, fmt.Errorf("network %s has hash %s here, the hub's has %s", n.Name, f.Hash, n.Hash)
		}
		factories = append(factories, f)
	}
	p := &player{job: j}
	if g := j.Games; g != nil {
		cfg := g.Config
		if g.Opponent != nil {
			cfg.Opponent = &factories[1]
		}
		p.head, p.games = cfg.Header(&factories[0]), selfplay.NewWorker(&cfg, factories[0])
		return p, nil
	}
	cfg, err := j.Pairs.config(gateplay.Contender(factories[0]), gateplay.Contender(factories[1]))
	if err != nil {
		return nil, err
	}
	p.table, err = cfg.Sit(ctx)
	return p, err
}

// config is the match that the job's pairs are those of.
func (j *pairsJob) config(a, b match.Contender) (*match.Config, error) {
	preset, err := rules.Preset(j.Rules)
	if err != nil {
		return nil, err
	}
	return &match.Config{A: a, B: b, Phrase: j.Phrase, Rules: preset, Limits: rules.Limits{Nodes: j.Nodes}}, nil
}

// play plays an item and returns its parcel. alive is called whenever a game is finished.
func (p *player) play(ctx context.Context, it item, alive func()) ([]byte, error) {
	if p.table != nil {
		pair, err := p.table.Play(ctx, int(it.First))
		if err != nil {
			return nil, err
		}
		alive()
		return packPair(pair)
	}
	var games []dataset.Game
	for i := it.First; i < it.end(); i++ {
		g, err := p.games.Play(ctx, i)
		if err != nil {
			return nil, err
		}
		alive()
		games = append(games, g.Game)
	}
	return dataset.Pack(p.head, games)
}

// close lets go of the engines.
func (p *player) close() error {
	if p.table != nil {
		return p.table.Close()
	}
	return nil
}
