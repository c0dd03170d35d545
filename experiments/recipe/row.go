package recipe

import (
	"errors"
	"fmt"
	"slices"

	"jieqi/trainer"
)

// Row is one recipe of a plan. It is run once for each seed.
type Row struct {
	Name    string
	Data    []string       // keys of Plan.Data
	Train   trainer.Config // but for its Seed
	Seeds   []uint64
	Init    string   // an earlier row whose best parameters training begins from; empty: fresh ones
	Mean    []string // earlier rows the mean of whose best parameters this one is, instead of being trained
	Scale   float64  // the network's output is multiplied by it; 1 unless given
	Match   bool     // it plays the plan's matches
	Differs []string // what it has otherwise than the base, as KEY=VALUE
}

// rowFile is a row in a plan's file.
type rowFile struct {
	Name  string         `toml:"name"`
	Data  []string       `toml:"data"`
	Seeds []uint64       `toml:"seeds"`
	Init  string         `toml:"init"`
	Mean  []string       `toml:"mean"`
	Scale float64        `toml:"scale"`
	Match bool           `toml:"match"`
	Train map[string]any `toml:"train"`
}

// rowTitle says which row of a file an error is about.
func rowTitle(table map[string]any, i int) string {
	if name, ok := table["name"].(string); ok && name != "" {
		return fmt.Sprintf("row %q", name)
	}
	return fmt.Sprintf("row %d", i+1)
}

// row reads a row of the plan's file.
func (p *Plan) row(table, baseTrain map[string]any) (Row, error) {
	f := rowFile{Scale: 1, Match: true, Data: p.BaseData}
	if _, own := table["data"]; own {
		f.Data = nil
	}
	if err := decode(table, &f); err != nil {
		return Row{}, err
	}
	r := Row{Name: f.Name, Data: f.Data, Seeds: f.Seeds, Init: f.Init, Mean: f.Mean, Scale: f.Scale, Match: f.Match}
	if _, given := f.Train["seed"]; given {
		return r, errors.New("train.seed: a row's seeds stand in its list `seeds`")
	}
	var err error
	if r.Train, err = trainConfig(overlay(baseTrain, f.Train)); err != nil {
		return r, fmt.Errorf("train: %w", err)
	}
	if len(r.Seeds) == 0 {
		r.Seeds = []uint64{p.Base.Seed}
	}
	if err := p.checkRow(&r); err != nil {
		return r, err
	}
	r.Differs = p.differs(&r)
	return r, nil
}

func (p *Plan) checkRow(r *Row) error {
	switch {
	case r.Name == "":
		return errors.New("name is missing")
	case !names.MatchString(r.Name):
		return fmt.Errorf("name: %s", namesWanted)
	case p.find(r.Name) != nil:
		return errors.New("name: there is another row with it")
	case !(r.Scale >= 0.01 && r.Scale <= 100): // also true of NaN
		return fmt.Errorf("scale is %v: want 0.01 to 100", r.Scale)
	case r.Train.Split != p.Base.Split:
		return errors.New("train.split: it must be the base's, so that the hold-out is nobody's training")
	}
	for i, seed := range r.Seeds {
		if slices.Contains(r.Seeds[:i], seed) {
			return fmt.Errorf("seeds: %d is there twice", seed)
		}
	}
	if err := p.known(r.Data); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	if r.Init != "" && len(r.Mean) > 0 {
		return errors.New("init and mean: a row that is a mean is not trained")
	}
	if r.Init != "" {
		return p.checkFrom("init", r.Init, r.Seeds)
	}
	for i, name := range r.Mean {
		if slices.Contains(r.Mean[:i], name) {
			return fmt.Errorf("mean: %q is there twice", name)
		}
		if err := p.checkFrom("mean", name, r.Seeds); err != nil {
			return err
		}
	}
	return nil
}

// checkFrom reports a row whose parameters are to be taken, if it is not clear which: each seed takes those of the same
// seed of the row named, or of its only one.
func (p *Plan) checkFrom(key, name string, seeds []uint64) error {
	from := p.find(name)
	if from == nil {
		return fmt.Errorf("%s: no row before this one is called %q", key, name)
	}
	for _, seed := range seeds {
		if len(from.Seeds) > 1 && !slices.Contains(from.Seeds, seed) {
			return fmt.Errorf("%s: row %q has several seeds, and %d is not among them", key, name, seed)
		}
	}
	return nil
}

// find returns the row with a name, nil if there is none.
func (p *Plan) find(name string) *Row {
	for i := range p.Rows {
		if p.Rows[i].Name == name {
			return &p.Rows[i]
		}
	}
	return nil
}

// differs lists what r has otherwise than the base.
func (p *Plan) differs(r *Row) []string {
	var words []string
	if !slices.Equal(r.Data, p.BaseData) {
		words = append(words, "data="+title(r.Data))
	}
	if r.Init != "" {
		words = append(words, "init="+r.Init)
	}
	if len(r.Mean) > 0 {
		words = append(words, "mean="+title(r.Mean))
	}
	if r.Scale != 1 {
		words = append(words, fmt.Sprintf("scale=%v", r.Scale))
	}
	return append(words, differing(&r.Train, &p.Base)...)
}

// checkRows reports what is wrong with the rows as a whole.
func (p *Plan) checkRows() error {
	if len(p.Rows) == 0 {
		return errors.New("no [[row]]: a study needs at least one")
	}
	if p.Baseline == "" {
		return nil
	}
	switch baseline := p.find(p.Baseline); {
	case baseline == nil:
		return fmt.Errorf("baseline: no row is called %q", p.Baseline)
	case !baseline.Match:
		return fmt.Errorf("baseline: row %q plays no match", p.Baseline)
	}
	return nil
}
