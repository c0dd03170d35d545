package recipe

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"jieqi/dataset"
)

// source is the games that some names of a plan stand for.
type source struct {
	paths   []string
	content string   // hash of the games
	series  []string // sorted; with the content they decide how the games are numbered
	salt    string
	phrases map[string]bool
}

// title names games in tables.
func title(names []string) string { return strings.Join(names, "+") }

// openSource looks at the games of a plan, reading all of them once. Relative paths begin at root.
func (p *Plan) openSource(root string, names []string) (_ *source, err error) {
	s := &source{phrases: map[string]bool{}}
	for _, name := range names {
		for _, path := range p.Data[name] {
			if !filepath.IsAbs(path) {
				path = filepath.Join(root, path)
			}
			s.paths = append(s.paths, path)
		}
	}
	set, err := dataset.Open(s.paths...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	series := map[string]bool{}
	for _, h := range set.Headers() {
		series[h.Series()] = true
		s.phrases[h.Phrase] = true
	}
	s.series, s.salt = slices.Sorted(maps.Keys(series)), set.Salt()
	s.content, err = set.ContentHash()
	return s, err
}

// checkApart reports games that may hold deals of the hold-out in the training part of the common split:
// where the salts differ, so do the parts.
func (s *source) checkApart(held *source) error {
	if s.salt == held.salt {
		return nil
	}
	for _, phrase := range slices.Sorted(maps.Keys(s.phrases)) {
		if held.phrases[phrase] {
			return fmt.Errorf("deals of phrase %q are in the hold-out too, and the salts %q and %q split them differently",
				phrase, s.salt, held.salt)
		}
	}
	return nil
}
