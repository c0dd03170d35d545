package recipe

import (
	"context"
	"fmt"
	"strings"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/nnue"
)

// The kinds of stages; folders of the store are named so.
const (
	kindHoldout  = "holdout"
	kindDeep     = "deep"
	kindTrain    = "train"
	kindMean     = "mean"
	kindQuantise = "quantise"
	kindLosses   = "losses"
	kindMatch    = "match"
)

// stages returns all stages in the order in which they are done.
func (s *Study) stages() []stage {
	all := []stage{s.holdoutStage()}
	if s.plan.Holdout.DeepPositions > 0 {
		all = append(all, s.deepStage())
	}
	for _, r := range s.runs {
		all = append(all, s.parametersStage(r), s.quantiseStage(r), s.lossesStage(r))
		if !r.row.Match || s.setup.LossesOnly {
			continue
		}
		for i := range s.plan.Matches {
			all = append(all, s.matchStage(r, i))
		}
	}
	return all
}

// holdoutInputs are what decides the positions of the hold-out and their targets.
type holdoutInputs struct {
	Content string         `json:"content_hash"`
	Series  []string       `json:"series"`
	Salts   string         `json:"salt"` // one behind the other
	Split   dataset.Split  `json:"split"`
	Filter  dataset.Filter `json:"filter"`
	Drawn   int            `json:"drawn"`
}

func (s *Study) holdoutInputs() holdoutInputs {
	h, from := &s.plan.Holdout, s.holdout
	return holdoutInputs{from.content, from.series, strings.Join(from.data.Salts, ","), s.plan.Base.Split, h.Filter, h.DeepPositions}
}

func (s *Study) holdoutStage() *task[HeldOut] {
	return &task[HeldOut]{
		kind: kindHoldout, last: outcomeFile, outcome: &s.heldOut,
		inputs: func() any { return s.holdoutInputs() },
		work: func(ctx context.Context, _ string, progress tell) (*HeldOut, error) {
			h, err := s.held(ctx, progress)
			if err != nil {
				return nil, err
			}
			return h.facts(s.holdout.content), nil
		},
	}
}

// deepInputs are what decides the deep scores.
type deepInputs struct {
	Holdout   holdoutInputs `json:"holdout"`
	Reference string        `json:"reference"`
	Search    string        `json:"search"` // its signature
	Nodes     uint64        `json:"nodes"`
}

func (s *Study) deepInputs() deepInputs {
	return deepInputs{s.holdoutInputs(), s.setup.Reference.Hash, bench.Signature(), s.plan.Holdout.DeepNodes}
}

func (s *Study) deepStage() *task[Deep] {
	return &task[Deep]{
		kind: kindDeep, last: outcomeFile, outcome: &s.deep,
		inputs: func() any { return s.deepInputs() },
		work: func(ctx context.Context, folder string, progress tell) (*Deep, error) {
			h, err := s.held(ctx, progress)
			if err != nil {
				return nil, err
			}
			lock, err := durable.Lock(folder)
			if err != nil {
				return nil, err
			}
			defer lock.Close()
			d := deepSearch{held: h, reference: s.setup.Reference, nodes: s.plan.Holdout.DeepNodes, folder: folder, progress: progress}
			scores, err := d.run(ctx, s.holdout.paths, s.setup.Workers)
			if err != nil {
				return nil, err
			}
			return h.scaled(scores)
		},
	}
}

// parametersStage is the stage that a run's parameters come from.
func (s *Study) parametersStage(r *run) *task[Trained] {
	if len(r.mean) > 0 {
		return s.meanStage(r)
	}
	return s.trainStage(r)
}

// trainInputs are what decides the parameters of a run.
type trainInputs struct {
	Settings map[string]any `json:"settings"` // resolved, zero ones left out
	Content  string         `json:"content_hash"`
	Init     string         `json:"init,omitempty"` // hash of the parameters to begin from
}

func (s *Study) trainStage(r *run) *task[Trained] {
	config := r.row.Train
	config.Seed = r.seed
	return &task[Trained]{
		kind: kindTrain, subject: r.title(), last: outcomeFile, outcome: &r.trained,
		inputs: func() any {
			in := trainInputs{Settings: flat(&config), Content: r.source.content}
			if r.init != nil {
				if r.init.trained == nil {
					return nil
				}
				in.Init = r.init.trained.Parameters
			}
			return in
		},
		work: func(ctx context.Context, folder string, progress tell) (*Trained, error) {
			t := training{source: r.source, config: config, threads: s.setup.Workers}
			if r.init != nil {
				var err error
				if t.init, err = s.fileOf(s.parametersStage(r.init), r.init.trained.Result.Best); err != nil {
					return nil, err
				}
			}
			return t.run(ctx, folder, progress)
		},
	}
}

// quantiseInputs are what decides the network of a run.
type quantiseInputs struct {
	Parameters string          `json:"parameters"`
	Scales     nnue.Scales     `json:"scales"`
	Output     float64         `json:"output_scale"`
	Provenance nnue.Provenance `json:"provenance"`
}

func (s *Study) quantiseStage(r *run) *task[Quantised] {
	return &task[Quantised]{
		kind: kindQuantise, subject: r.title(), last: outcomeFile, outcome: &r.network,
		inputs: func() any {
			if r.trained == nil {
				return nil
			}
			return quantiseInputs{r.trained.Parameters, r.row.Train.Scales, r.row.Scale, provenance(r.trained, r.row.Scale)}
		},
		work: func(_ context.Context, folder string, _ tell) (*Quantised, error) {
			best, err := s.fileOf(s.parametersStage(r), r.trained.Result.Best)
			if err != nil {
				return nil, err
			}
			return quantise(best, r.row.Train.Scales, r.row.Scale, provenance(r.trained, r.row.Scale), folder)
		},
	}
}

// lossesInputs are what decides the losses of a run.
type lossesInputs struct {
	Network   string        `json:"network"`
	Reference string        `json:"reference"`
	Holdout   holdoutInputs `json:"holdout"`
	Deep      *deepInputs   `json:"deep,omitempty"`
}

// plays reports whether a run has a network, or may still come to have one.
func (r *run) plays() bool { return r.network == nil || r.network.Refused == "" }

func (s *Study) lossesStage(r *run) *task[Losses] {
	return &task[Losses]{
		kind: kindLosses, subject: r.title(), last: outcomeFile, outcome: &r.losses, needed: r.plays,
		inputs: func() any {
			if r.network == nil {
				return nil
			}
			in := lossesInputs{Network: r.network.Network, Reference: s.setup.Reference.Hash, Holdout: s.holdoutInputs()}
			if s.plan.Holdout.DeepPositions > 0 {
				deep := s.deepInputs()
				in.Deep = &deep
			}
			return in
		},
		work: func(ctx context.Context, _ string, progress tell) (*Losses, error) {
			h, err := s.held(ctx, progress)
			if err != nil {
				return nil, err
			}
			n, err := s.readNetwork(r)
			if err != nil {
				return nil, err
			}
			return h.measure(ctx, s.setup.Network(n), s.setup.Reference, s.deep, s.setup.Workers)
		},
	}
}

// readNetwork reads the network of a run.
func (s *Study) readNetwork(r *run) (*nnue.Network, error) {
	path, err := s.fileOf(s.quantiseStage(r), r.network.File)
	if err != nil {
		return nil, err
	}
	return nnue.ReadFile(path)
}

// matchInputs are what decides a match of a run, but for how many games are played: they are in the name of its
// last file alone, so that a match can be given more.
type matchInputs struct {
	Network          string            `json:"network"`
	Settings         string            `json:"settings"`
	Opponent         string            `json:"opponent"`
	OpponentSettings string            `json:"opponent_settings"`
	OpponentFiles    map[string]string `json:"opponent_files,omitempty"`
	Phrase           string            `json:"phrase"`
	Nodes            uint64            `json:"nodes"`
	Rules            string            `json:"rules"`
}

func (s *Study) matchStage(r *run, i int) *task[Played] {
	m, opponent := s.plan.Matches[i], s.opponents[i]
	return &task[Played]{
		kind: kindMatch, subject: fmt.Sprintf("%s at %d nodes against %s", r.title(), m.Nodes, opponent.Name),
		last: fmt.Sprintf("games-%d.json", m.Games), outcome: &r.matches[i], needed: r.plays,
		inputs: func() any {
			if r.network == nil {
				return nil
			}
			settings := s.setup.Player(engine.Factory{Name: r.network.Network}).Settings
			return matchInputs{r.network.Network, settings, opponent.Hash, opponent.Settings, opponent.Files, s.plan.Phrase, m.Nodes, matchRules.Name}
		},
		work: func(ctx context.Context, folder string, progress tell) (*Played, error) {
			n, err := s.readNetwork(r)
			if err != nil {
				return nil, err
			}
			player := s.setup.Player(s.setup.Network(n))
			return playMatch(ctx, matchConfig(player, opponent, m, s.plan.Phrase, s.setup.Workers), folder, progress)
		},
	}
}
