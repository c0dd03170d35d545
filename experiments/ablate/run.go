package ablate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

// hashMB is the size of each player's table.
const hashMB = 16

// signatureDepth is the depth in plies of the signature that the matches record: a fraction of a second.
const signatureDepth = 4

// Config is what a study is asked to do.
type Config struct {
	Evaluation engine.Factory // of both sides
	Variants   []Variant
	Pairs      int    // of games against each variant, at least; those played before stay in the result
	Nodes      uint64 // of each search
	Phrase     string // pair i plays its deal i
	Workers    int    // games at a time
}

// Progress is told how the match against a variant stands, from Main's side. It may be nil.
type Progress func(variant string, s match.Standing)

// Run plays the matches of cfg that are missing in dir, one variant after the other, and reports what all
// of them say. A folder that holds something else is refused. Cancelling ctx ends it with an error; running again goes on from there.
func Run(ctx context.Context, cfg Config, dir string, progress Progress) (*Report, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	sig, err := signature(ctx, cfg.Evaluation)
	if err != nil {
		return nil, err
	}
	r := &Report{Evaluation: cfg.Evaluation.Name, Hash: cfg.Evaluation.Hash, Signature: sig, Nodes: cfg.Nodes, Phrase: cfg.Phrase}
	for _, c := range cfg.Variants {
		folder := filepath.Join(dir, c.Name)
		m := match.Config{
			A:     cfg.contender("main", search.Main, sig),
			B:     cfg.contender(c.Name, c.Options, sig),
			Pairs: cfg.Pairs, Phrase: cfg.Phrase, Workers: cfg.Workers,
			Rules: rules.Tiantian, Limits: rules.Limits{Nodes: cfg.Nodes},
		}
		tell := func(s match.Standing) {
			if progress != nil {
				progress(c.Name, s)
			}
		}
		if _, err := match.Run(ctx, m, folder, match.Stop{}, tell); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		v, err := match.Judge(folder) // knows of pairs beyond cfg.Pairs too
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		r.Rows = append(r.Rows, rowOf(c.Name, v))
	}
	return r, nil
}

// checkFolder refuses a folder that has anything in it but folders of variants.
func checkFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("folder of the study: %w", err)
	}
	all := Variants()
	for _, e := range entries {
		if !e.IsDir() || !slices.ContainsFunc(all, func(c Variant) bool { return c.Name == e.Name() }) {
			return fmt.Errorf("%s holds something else than a study (%s): give another folder", dir, e.Name())
		}
	}
	return nil
}

// contender returns the player that searches with o.
func (cfg *Config) contender(name string, o search.Options, sig uint64) match.Contender {
	return match.Contender{
		Name: name, Hash: cfg.Evaluation.Hash, Settings: settings(o, sig),
		New: func(context.Context) (referee.Player, error) {
			return engine.New(cfg.Evaluation, engine.Options{HashMB: hashMB, Threads: 1, Search: o}), nil
		},
	}
}

// signature identifies the behaviour of search.Main with an evaluation.
func signature(ctx context.Context, f engine.Factory) (uint64, error) {
	nodes, _, err := bench.Run(ctx, f, signatureDepth, 1, io.Discard)
	if err != nil {
		return 0, fmt.Errorf("signature of the search: %w", err)
	}
	return nodes, nil
}
