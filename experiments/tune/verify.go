package tune

import (
	"context"
	"fmt"
	"path/filepath"

	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

// Found returns the constants that a run from c came to.
func (r *Report) Found(c search.Constants) search.Constants {
	for one := range c.All() {
		for _, row := range r.Rows {
			if row.Name == one.Name {
				*one.Value = row.Found
			}
		}
	}
	return c
}

// Verify plays the constants that the run in dir has found against those it began with, in a folder of its own there:
// pairs on the deals of phrase, which should not be the run's, with limits for each search. It goes on where it was interrupted. The verdict is
// from the side of what was found.
func Verify(ctx context.Context, cfg Config, r *Report, dir, phrase string, pairs int, limits rules.Limits, progress match.Progress) (*match.Verdict, error) {
	folder := filepath.Join(dir, verifyName)
	m := match.Config{
		A: contender(&cfg, "found", r.Found(cfg.From)), B: contender(&cfg, "before", cfg.From),
		Pairs: pairs, Phrase: phrase, Workers: cfg.Workers, Rules: rules.Tiantian, Limits: limits,
	}
	if _, err := match.Run(ctx, m, folder, match.Stop{}, progress); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return match.Judge(folder)
}

func contender(cfg *Config, name string, c search.Constants) match.Contender {
	differ := c.String()
	if differ == "" {
		differ = "the usual constants"
	}
	return match.Contender{
		Name: name, Hash: cfg.Evaluation.Hash, Settings: fmt.Sprintf("Hash=%d; %s", hashMB, differ),
		New: func(context.Context) (referee.Player, error) { return player(cfg, c), nil },
	}
}
