package match

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"jieqi/dataset/durable"
	"jieqi/engine/deal"
)

// errForeign is a manifest of something else.
var errForeign = errors.New("not the manifest of a match")

// claim makes the folder dir, which is locked, that of the match of cfg. Before anything is written the folder is known
// to be ours: it is empty, or holds a match without pairs, which is replaced because nothing depends on it, or
// this match itself.
func (cfg *Config) claim(dir string) error {
	m, path := cfg.Manifest(), filepath.Join(dir, manifestName)
	was, err := ReadManifest(dir)
	begun := !errors.Is(err, fs.ErrNotExist)
	if begun && err != nil {
		return fmt.Errorf("%w; give another folder, or restore that file", err)
	}
	pairs, err := Read(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch {
	case len(pairs) == 0:
		if err := durable.Unclaimed(dir, append([]string{manifestName, journalName}, cfg.Beside...)...); err != nil {
			return fmt.Errorf("match: %w", err)
		}
		return durable.WriteJSON(path, m)
	case !begun:
		return fmt.Errorf("%s is missing, and without it nobody knows which match the pairs in %s are of: restore it, or give another folder", path, dir)
	}
	if diff := was.differences(m); diff != "" {
		return fmt.Errorf("%s: this folder holds another match: %s", path, diff)
	}
	return checkDeals(dir, m.Phrase, pairs)
}

// checkDeals reports a pair that was played on another deal than the phrase gives it: its journal is that of another
// match.
func checkDeals(dir, phrase string, pairs []*Pair) error {
	source := deal.NewSource(phrase)
	for _, p := range pairs {
		if p.Deal != source.Deal(uint64(p.Index)).String() {
			return fmt.Errorf("%s: pair %d was played on another deal than phrase %q of %s gives it: the two files belong to different matches; restore them",
				filepath.Join(dir, journalName), p.Index, phrase, manifestName)
		}
	}
	return nil
}
