package recipe

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"jieqi/dataset"
	"jieqi/dataset/lineage"
)

// source is the games that some names of a plan stand for.
type source struct {
	paths   []string
	content string       // hash of the games
	series  []string     // sorted; with the content they decide how the games are numbered
	data    lineage.Data // by the common split
}

// title names games in tables.
func title(names []string) string { return strings.Join(names, "+") }

// openSource looks at the games of a plan, reading all of them once. Relative paths begin at the setup's root.
func (p *Plan) openSource(ctx context.Context, setup Setup, names []string) (_ *source, err error) {
	s := &source{}
	for _, name := range names {
		for _, path := range p.Data[name] {
			if !filepath.IsAbs(path) {
				path = filepath.Join(setup.Root, path)
			}
			s.paths = append(s.paths, path)
		}
	}
	set, err := dataset.Open(s.paths...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = setup.Reading
	series := map[string]bool{}
	for _, h := range set.Headers() {
		series[h.Series()] = true
	}
	s.series = slices.Sorted(maps.Keys(series))
	s.data = set.Data(p.Base.Split)
	s.content, err = set.ContentHash(ctx)
	return s, err
}

// checkApart reports games that may hold deals of the hold-out in the training part of the common split:
// where the salts differ, so do the parts.
func (s *source) checkApart(held *source) error {
	return lineage.None().With(withheld(s.data)).Judge(withheld(held.data))
}

// withheld returns data with all that no row trains on as the gate's share: the hold-out is validation's.
func withheld(d lineage.Data) lineage.Data {
	return lineage.New(d.Phrases, d.Salts, d.Gate+d.Validation, 0)
}
