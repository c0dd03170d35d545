package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"jieqi/dataset"
	"jieqi/eval/match"
	"jieqi/trainer"
)

// Plan is a study as its file describes it, checked as far as that is possible without looking at any file.
type Plan struct {
	Question string // what is asked; the report begins with it
	Phrase   string // the deals of the matches follow from it
	Baseline string // row that the others are compared with; empty: none
	Data     map[string][]string
	Holdout  Holdout
	Matches  []Match
	Base     trainer.Config // what the rows' settings are put over; its split is that of all rows
	BaseData []string
	Rows     []Row
}

// Holdout says what the losses are measured on: the validation deals of some games.
type Holdout struct {
	Data          []string       `toml:"data"` // keys of Plan.Data
	Filter        dataset.Filter `toml:"filter"`
	DeepPositions int            `toml:"deep_positions"` // so many of them are searched once more; 0: none
	DeepNodes     uint64         `toml:"deep_nodes"`     // of each of those searches
}

// Match is what every row plays, on the same deals.
type Match struct {
	Opponent string `toml:"opponent"` // in the words of `jieqi match --b`
	Nodes    uint64 `toml:"nodes"`    // of each search
	Games    int    `toml:"games"`    // an even number
}

// planFile is the file of a plan. Rows are decoded one by one, so that an error can name its row.
type planFile struct {
	Question string              `toml:"question"`
	Phrase   string              `toml:"phrase"`
	Baseline string              `toml:"baseline"`
	Data     map[string][]string `toml:"data"`
	Holdout  Holdout             `toml:"holdout"`
	Matches  []Match             `toml:"match"`
	Base     struct {
		Data  []string       `toml:"data"`
		Train map[string]any `toml:"train"`
	} `toml:"base"`
	Rows []map[string]any `toml:"row"`
}

// Deep scores unless the plan says otherwise.
const (
	defaultDeepPositions = 20_000
	defaultDeepNodes     = 20_000
)

// ParsePlan reads the file of a plan. An error is one line that names what is wrong: the line or row, and the key.
func ParsePlan(text []byte) (*Plan, error) {
	file := planFile{Holdout: Holdout{
		Filter: dataset.DefaultFilter, DeepPositions: defaultDeepPositions, DeepNodes: defaultDeepNodes,
	}}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, trainer.OneLine(err)
	}
	base, err := trainConfig(file.Base.Train)
	if err != nil {
		return nil, fmt.Errorf("base.train: %w", err)
	}
	p := &Plan{
		Question: file.Question, Phrase: file.Phrase, Baseline: file.Baseline, Data: file.Data,
		Holdout: file.Holdout, Matches: file.Matches, Base: base, BaseData: file.Base.Data,
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	for i, table := range file.Rows {
		row, err := p.row(table, file.Base.Train)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rowTitle(table, i), err)
		}
		p.Rows = append(p.Rows, row)
	}
	return p, p.checkRows()
}

// names are those of rows and of games: words that stand in tables, in legends and on the command line.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ._+-]{0,59}$`)

const namesWanted = "want letters, digits, blanks and . _ + -, at most 60"

// check reports what is wrong beside the rows.
func (p *Plan) check() error {
	for _, name := range slices.Sorted(maps.Keys(p.Data)) {
		if !names.MatchString(name) {
			return fmt.Errorf("data: name %q: %s", name, namesWanted)
		}
		if len(p.Data[name]) == 0 {
			return fmt.Errorf("data.%s: no folder", name)
		}
	}
	if err := p.known(p.Holdout.Data); err != nil {
		return fmt.Errorf("holdout.data: %w", err)
	}
	if len(p.BaseData) > 0 {
		if err := p.known(p.BaseData); err != nil {
			return fmt.Errorf("base.data: %w", err)
		}
	}
	switch {
	case p.Base.Split.Validation == 0:
		return errors.New("base.train.split.validation is 0: the hold-out is the validation deals")
	case p.Holdout.DeepPositions < 0 || p.Holdout.DeepPositions > 1<<24:
		return fmt.Errorf("holdout.deep_positions is %d: want 0 to %d", p.Holdout.DeepPositions, 1<<24)
	case p.Holdout.DeepPositions > 0 && p.Holdout.DeepNodes < 1:
		return errors.New("holdout.deep_nodes is 0: want at least 1")
	case p.Phrase == "" && len(p.Matches) > 0:
		return errors.New("phrase is empty: the deals of the matches come from it")
	}
	return p.checkMatches()
}

func (p *Plan) checkMatches() error {
	const mostGames = 2 * match.MaxPairs
	for i, m := range p.Matches {
		switch {
		case m.Opponent == "":
			return fmt.Errorf("match %d: no opponent", i+1)
		case m.Nodes < 1:
			return fmt.Errorf("match %d: nodes is 0: want at least 1", i+1)
		case m.Games < 2 || m.Games > mostGames || m.Games%2 != 0:
			return fmt.Errorf("match %d: games is %d: want an even number from 2 to %d", i+1, m.Games, mostGames)
		}
		for j, other := range p.Matches[:i] {
			if other.Opponent == m.Opponent && other.Nodes == m.Nodes {
				return fmt.Errorf("match %d: the same opponent and nodes as match %d", i+1, j+1)
			}
		}
	}
	return nil
}

// known reports a list of games that is empty, or has a name twice or one that Data lacks.
func (p *Plan) known(list []string) error {
	if len(list) == 0 {
		return errors.New("no games named")
	}
	for i, name := range list {
		if _, ok := p.Data[name]; !ok {
			return fmt.Errorf("%q is not in [data]", name)
		}
		if slices.Contains(list[:i], name) {
			return fmt.Errorf("%q is named twice", name)
		}
	}
	return nil
}
