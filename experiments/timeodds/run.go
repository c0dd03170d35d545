package timeodds

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"jieqi/dataset/durable"
	"jieqi/engine/rules"
	"jieqi/eval/match"
)

// Pace is a time a move with the number of games at it.
type Pace struct {
	MoveTime time.Duration // whole milliseconds
	Games    int           // an even number
}

// Config is what a study is asked to do.
type Config struct {
	A, B    match.Contender
	Paces   []Pace
	Phrase  string // pair i of each match plays its deal i
	Workers int    // games at a time
}

// Progress is told how the match at a pace stands, from A's side. It may be nil.
type Progress func(pace string, s match.Standing)

// Run plays the matches of cfg that are missing in dir, writes timeodds.json and timeodds.svg there after each, and reports what
// all say. Cancelling ctx ends it with an error; running again goes on from there.
func Run(ctx context.Context, cfg Config, dir string, progress Progress) (*Report, error) {
	r := &Report{A: cfg.A.Name, AHash: cfg.A.Hash, B: cfg.B.Name, BHash: cfg.B.Hash, Phrase: cfg.Phrase, Workers: cfg.Workers}
	for _, p := range cfg.Paces {
		name := p.MoveTime.String()
		v, err := cfg.play(ctx, p, filepath.Join(dir, name), func(s match.Standing) {
			if progress != nil {
				progress(name, s)
			}
		})
		if err != nil {
			return nil, fmt.Errorf("%s a move: %w", name, err)
		}
		r.Rows = append(r.Rows, rowOf(p, v))
		if err := r.write(dir); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// play carries out the match at a pace.
func (cfg *Config) play(ctx context.Context, p Pace, folder string, tell func(match.Standing)) (*match.Verdict, error) {
	m := match.Config{
		A: cfg.A, B: cfg.B, Pairs: p.Games / 2, Phrase: cfg.Phrase, Workers: cfg.Workers,
		Rules: rules.Tiantian, Limits: rules.Limits{MoveTime: p.MoveTime},
	}
	if _, err := match.Run(ctx, m, folder, match.Stop{}, tell); err != nil {
		return nil, err
	}
	return match.Judge(folder)
}

// write writes the report and its chart.
func (r *Report) write(dir string) error {
	if err := durable.WriteJSON(filepath.Join(dir, "timeodds.json"), r); err != nil {
		return err
	}
	svg, err := r.plot()
	if err != nil {
		return fmt.Errorf("plot the margins: %w", err)
	}
	return durable.WriteFile(filepath.Join(dir, "timeodds.svg"), svg)
}
