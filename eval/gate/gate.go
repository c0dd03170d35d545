package gate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/lineage"
	"jieqi/engine/rules"
	"jieqi/eval"
	"jieqi/eval/match"
)

// Names of files in a gate's folder.
const (
	planName   = "plan.json"
	resultName = "result.json"
)

// Evaluation is a network or another evaluation that stands in a gate: it plays the match, and it predicts
// the results of the hold-out.
type Evaluation struct {
	match.Contender
	NewEvaluator func() Evaluator // for one goroutine
	Lineage      lineage.Lineage  // what it was trained on
	Weights      string           // hash of what it plays by alone, whatever its name; "" for none
}

// Config is what a gate is asked to do.
type Config struct {
	Candidate, Incumbent Evaluation
	Holdout              Holdout      // of the loss key
	Trust                bool         // take the hold-out although an evaluation does not say all that it was trained on
	Rule                 Rule         // of the decision; says how many pairs are played
	Phrase               string       // of the run; the deals follow from it and from both hashes
	Rules                rules.Rules  // of the games
	Limits               rules.Limits // of each search; only by Nodes is the gate a function of its plan
	Workers              int          // games at a time; the decision does not depend on it
	Crew                 match.Crew   // who plays the match; nil: Workers goroutines of this process
}

// Plan is everything the decision depends on, written to plan.json before the first game, and how
// often a gate with this rule errs.
type Plan struct {
	Candidate  string         `json:"candidate"`
	Incumbent  string         `json:"incumbent"`
	Match      match.Manifest `json:"match"`
	Holdout    string         `json:"holdout_content_hash"`
	Split      dataset.Split  `json:"split"`
	Filter     dataset.Filter `json:"filter"`
	Rule       Rule           `json:"rule"`
	ErrorRates ErrorRates     `json:"error_rates"`
}

// Result is a decided gate, as written to result.json.
type Result struct {
	Decision
	Candidate string        `json:"candidate"`
	Incumbent string        `json:"incumbent"`
	Loss      Loss          `json:"loss"`
	Estimate  eval.Estimate `json:"estimate"`        // of the candidate's strength
	Match     match.Summary `json:"match"`           // from the candidate's side
	Trusted   []string      `json:"trusted_holdout"` // who may have seen the hold-out's deals: they do not say all that they were trained on
	LLR       float64       `json:"llr"`             // of the extension's test
}

// Events are what a caller may watch; nil functions are not called.
type Events struct {
	Work    func(what string, done, total int) // before the match; one at a time
	Planned func(*Plan)
	Measure func(Loss)
	Pair    match.Progress
}

// ratesRuns is how many gates are simulated for each cell of the error rates.
const ratesRuns = 2000

// Run plays the gate of cfg in dir to its decision, or returns the decision already there. It refuses a candidate that
// is the incumbent, and a hold-out that was not withheld from both, see lineage.Lineage.Admit.
func Run(ctx context.Context, cfg Config, dir string, watch Events) (*Result, error) {
	trusted, err := cfg.admit()
	if err != nil {
		return nil, err
	}
	games := cfg.match()
	if err := checkFolder(dir, games.Manifest()); err != nil {
		return nil, err
	}
	shown := watch.shown()
	cfg.Holdout.Set.Watch = shown
	plan, err := cfg.plan(ctx, &games, shown)
	if err != nil {
		return nil, err
	}
	if err := plan.settle(dir); err != nil {
		return nil, err
	}
	if watch.Planned != nil {
		watch.Planned(plan)
	}
	if r, err := ReadResult(dir); !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	loss, err := MeasureLoss(ctx, cfg.Holdout, shown, cfg.Candidate.NewEvaluator, cfg.Incumbent.NewEvaluator)
	if err != nil {
		return nil, fmt.Errorf("loss key: %w", err)
	}
	loss.Underpowered = loss.Deals < cfg.Rule.MinDeals
	if watch.Measure != nil {
		watch.Measure(loss)
	}
	stop := match.Stop{From: cfg.Rule.Pairs, Enough: func(p eval.Pairs) bool {
		return cfg.Rule.Decide(p, loss.Difference.T).Verdict != Undecided
	}}
	pairs, err := match.Run(ctx, games, dir, stop, watch.Pair)
	if err != nil {
		return nil, fmt.Errorf("match key: %w", err)
	}
	r := cfg.decide(loss, match.Summarise(pairs))
	r.Trusted = trusted
	return r, durable.WriteJSON(filepath.Join(dir, resultName), r)
}

// ReadResult returns the decision of the gate in dir; fs.ErrNotExist says that there is none yet.
func ReadResult(dir string) (*Result, error) {
	r, err := durable.ReadJSON[Result](filepath.Join(dir, resultName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("result of a gate: %w; remove it: the gate decides again, by the pairs it has played", err)
	}
	return r, nil
}

// admit checks who stands in the gate, and returns who is let in on trust.
func (cfg *Config) admit() (trusted []string, err error) {
	switch a, b := &cfg.Candidate, &cfg.Incumbent; {
	case a.Hash == b.Hash:
		return nil, fmt.Errorf("candidate and incumbent are the same evaluation, %s: there is nothing to decide", a.Name)
	case a.Weights != "" && a.Weights == b.Weights:
		return nil, fmt.Errorf("candidate and incumbent, %s and %s, have the same weights: there is nothing to decide", a.Name, b.Name)
	}
	trusted = []string{}
	hold := cfg.Holdout.Set.Data(cfg.Holdout.Split)
	for _, e := range []*Evaluation{&cfg.Candidate, &cfg.Incumbent} {
		unsure, err := e.Lineage.Admit(hold, cfg.Trust)
		if err != nil {
			return nil, fmt.Errorf("hold-out: %s: %w", e.Name, err)
		}
		if unsure {
			trusted = append(trusted, e.Name)
		}
	}
	return trusted, nil
}

// match returns the match key: the candidate is A, and the deals are used in no other match.
func (cfg *Config) match() match.Config {
	m := match.Config{
		A: cfg.Candidate.Contender, B: cfg.Incumbent.Contender, Pairs: cfg.Rule.Pairs,
		Rules: cfg.Rules, Limits: cfg.Limits, Workers: cfg.Workers, Crew: cfg.Crew, Beside: []string{planName},
	}
	m.Phrase = strings.Join([]string{cfg.Phrase, "gate", m.A.Hash, m.B.Hash}, " ")
	if cfg.Rule.Extend {
		m.Pairs = max(cfg.Rule.Pairs, cfg.Rule.MaxPairs)
	}
	return m
}

// shown returns Work, for callers that run at the same time.
func (e *Events) shown() func(what string, done, total int) {
	var mu sync.Mutex
	return func(what string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if e.Work != nil {
			e.Work(what, done, total)
		}
	}
}

func (cfg *Config) plan(ctx context.Context, m *match.Config, shown func(what string, done, total int)) (*Plan, error) {
	hash, err := cfg.Holdout.Set.ContentHash(ctx)
	if err != nil {
		return nil, fmt.Errorf("hold-out: %w", err)
	}
	var done atomic.Int64
	rates, err := cfg.Rule.Rates(ctx, ratesRuns, func() {
		shown("simulate gates", int(done.Add(1)), ratesRuns*len(gridElo)*len(gridT))
	})
	if err != nil {
		return nil, fmt.Errorf("error rates: %w", err)
	}
	return &Plan{
		Candidate: cfg.Candidate.Name, Incumbent: cfg.Incumbent.Name, Match: m.Manifest(),
		Holdout: hash, Split: cfg.Holdout.Split, Filter: cfg.Holdout.Filter,
		Rule: cfg.Rule, ErrorRates: rates,
	}, nil
}

// decide applies the rule to the finished match.
func (cfg *Config) decide(loss Loss, s match.Summary) *Result {
	r := &Result{
		Decision:  cfg.Rule.Decide(s.Pairs, loss.Difference.T),
		Candidate: cfg.Candidate.Name, Incumbent: cfg.Incumbent.Name,
		Loss: loss, Estimate: s.Pairs.Estimate(), Match: s, LLR: cfg.Rule.Test.LLR(s.Pairs),
	}
	if games := 2 * s.Pairs.Count(); float64(s.Failures) > cfg.Rule.MaxFailures*float64(games) {
		r.Decision = Decision{Reject, ReasonFailures}
	}
	return r
}
