package recipe

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"jieqi/engine"
	"jieqi/eval/match"
	"jieqi/nnue"
)

// Setup says how a study is carried out; nothing in it but the reference and the players changes what comes out.
type Setup struct {
	Reading    func(what string, done, total int) // is told how far the reading of games has come, see dataset.Set; may be nil
	Root       string                             // where relative folders of games begin
	Store      string                             // folder of the stages' outcomes
	Workers    int                                // games, searches and threads at a time
	LossesOnly bool                               // play no match

	Reference engine.Factory                             // makes the deep scores; the losses are compared with its own
	Network   func(*nnue.Network) engine.Factory         // the evaluation of a network
	Player    func(engine.Factory) match.Contender       // how an evaluation plays
	Opponent  func(spec string) (match.Contender, error) // what a match's opponent is
}

// Study is a plan with its games and opponents found.
type Study struct {
	plan      *Plan
	setup     Setup
	holdout   *source
	opponents []match.Contender // of the plan's matches
	runs      []*run

	heldOut *HeldOut // outcomes; nil while missing
	deep    *Deep

	positions *held // read when a stage needs them
}

// run is a row with one of its seeds, and the outcomes of its stages as far as there are any.
type run struct {
	row     *Row
	seed    uint64
	source  *source
	init    *run   // nil: fresh parameters
	mean    []*run // whose parameters' mean this run is; none: it is trained
	trained *Trained
	network *Quantised
	losses  *Losses
	matches []*Played // of the plan's matches
}

// title names a run; the seed where its row has several.
func (r *run) title() string {
	if len(r.row.Seeds) == 1 {
		return r.row.Name
	}
	return fmt.Sprintf("%s, seed %d", r.row.Name, r.seed)
}

// Open finds a plan's games and opponents and checks that they go together. It reads all games once.
func Open(ctx context.Context, p *Plan, setup Setup) (*Study, error) {
	s := &Study{plan: p, setup: setup}
	sources := map[string]*source{}
	find := func(names []string) (*source, error) {
		key := title(names)
		if sources[key] == nil {
			found, err := p.openSource(ctx, setup, names)
			if err != nil {
				return nil, err
			}
			sources[key] = found
		}
		return sources[key], nil
	}
	var err error
	if s.holdout, err = find(p.Holdout.Data); err != nil {
		return nil, fmt.Errorf("holdout.data: %w", err)
	}
	for i := range p.Rows {
		row := &p.Rows[i]
		found, err := find(row.Data)
		if err == nil {
			err = found.checkApart(s.holdout)
		}
		if err != nil {
			return nil, fmt.Errorf("row %q: data: %w", row.Name, err)
		}
		s.addRuns(row, found)
	}
	for i, m := range p.Matches {
		opponent, err := setup.Opponent(m.Opponent)
		if err != nil {
			return nil, fmt.Errorf("match %d: opponent: %w", i+1, err)
		}
		s.opponents = append(s.opponents, opponent)
	}
	return s, nil
}

// addRuns adds a run for each seed of a row.
func (s *Study) addRuns(row *Row, games *source) {
	for _, seed := range row.Seeds {
		r := &run{row: row, seed: seed, source: games, matches: make([]*Played, len(s.plan.Matches))}
		if row.Init != "" {
			r.init = s.initOf(row.Init, seed)
		}
		for _, name := range row.Mean {
			r.mean = append(r.mean, s.initOf(name, seed))
		}
		s.runs = append(s.runs, r)
	}
}

// initOf returns the run whose parameters another begins from: that with the same seed, or the row's only one.
func (s *Study) initOf(name string, seed uint64) *run {
	of := s.runsOf(name)
	if i := slices.IndexFunc(of, func(r *run) bool { return r.seed == seed }); i >= 0 {
		return of[i]
	}
	return of[0]
}

// runsOf returns the runs of a row.
func (s *Study) runsOf(name string) []*run {
	var of []*run
	for _, r := range s.runs {
		if r.row.Name == name {
			of = append(of, r)
		}
	}
	return of
}

// held returns the hold-out, which is read when first asked for.
func (s *Study) held(ctx context.Context, progress tell) (*held, error) {
	if s.positions == nil {
		h := &s.plan.Holdout
		read, err := readHeld(ctx, s.holdout.paths, s.plan.Base.Split, h.Filter, h.DeepPositions, progress)
		if err != nil {
			return nil, err
		}
		s.positions = read
	}
	return s.positions, nil
}

// Missing names the stages whose outcomes are not in the store, in the order in which Run would do them; one
// that rows share is there once.
func (s *Study) Missing() ([]string, error) {
	missing, err := s.missing()
	var names []string
	for _, st := range missing {
		names = append(names, st.name())
	}
	return names, err
}

func (s *Study) missing() ([]stage, error) {
	var missing []stage
	seen := map[string]bool{}
	for _, st := range s.stages() {
		if !st.wanted() {
			continue
		}
		there, err := st.load(s.setup.Store)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", st.name(), err)
		}
		folder, err := st.folder(s.setup.Store)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", st.name(), err)
		}
		if there || folder != "" && seen[folder] {
			continue
		}
		seen[folder] = true
		missing = append(missing, st)
	}
	return missing, nil
}

// Progress is where a study stands.
type Progress struct {
	Stage       string // its name
	Number      int    // of the stages that were missing when Run began, counted from 1
	Of          int    // so many
	Done, Total int64  // units of the stage
	Note        string // what the units are, or a figure
}

// Run makes the outcomes that are missing, one stage after the other. After each, changed is called; it may
// ask for a Report. progress is called from several goroutines. Cancelling ctx ends it with an error; running
// again goes on from there.
func (s *Study) Run(ctx context.Context, progress func(Progress), changed func() error) error {
	if err := checkStore(s.setup.Store); err != nil {
		return err
	}
	missing, err := s.missing()
	if err != nil {
		return err
	}
	number := 0
	for _, st := range s.stages() {
		if !st.wanted() {
			continue
		}
		there, err := st.load(s.setup.Store)
		if err == nil && !there {
			number++
			p := Progress{Stage: st.name(), Number: number, Of: max(number, len(missing))}
			err = st.do(ctx, s.setup.Store, func(done, total int64, note string) {
				p := p
				p.Done, p.Total, p.Note = done, total, note
				progress(p)
			})
			if err == nil {
				err = changed()
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", st.name(), err)
		}
	}
	return nil
}

// fileOf returns the path of a file of a stage that is done.
func (s *Study) fileOf(st stage, name string) (string, error) {
	folder, err := st.folder(s.setup.Store)
	return filepath.Join(folder, name), err
}
