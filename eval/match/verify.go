package match

import (
	"errors"
	"fmt"
	"strings"

	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
)

// Verify replays both games of p by the rules of cfg: that the deal is the phrase's, every move legal with the identities of
// that deal, the verdict what the rules say. It refuses a pair in which a player failed. Nobody can see from a game alone whether
// its moves are those that a search chose.
func (cfg *Config) Verify(p *Pair) error {
	if err := p.check(); err != nil {
		return err
	}
	d := deal.NewSource(cfg.Phrase).Deal(uint64(p.Index))
	if p.Deal != d.String() {
		return fmt.Errorf("pair %d: its deal is not the phrase's", p.Index)
	}
	for i := range p.Games {
		if err := cfg.verify(&p.Games[i], d); err != nil {
			return fmt.Errorf("pair %d: game %d: %w", p.Index, i+1, err)
		}
	}
	return nil
}

func (cfg *Config) verify(g *Game, d deal.Deal) error {
	if len(g.Failed) > 0 {
		return fmt.Errorf("a player failed: %s", g.Failed[0].What)
	}
	moves := strings.Fields(g.Moves)
	if len(moves) != g.Plies || g.Scores != nil && len(g.Scores) != g.Plies || g.Depths != nil && len(g.Depths) != g.Plies {
		return errors.New("moves, scores and depths are not as many as its plies")
	}
	table := dealer.New(d, cfg.Rules)
	for t, text := range moves {
		if table.Verdict().Over() {
			return fmt.Errorf("ply %d: the game was already over", t+1)
		}
		before := *table.Public().Position()
		m, err := notation.ParseMove4(text[:min(4, len(text))])
		if err != nil {
			return fmt.Errorf("ply %d: %w", t+1, err)
		}
		ply, err := table.Play(m)
		if err != nil {
			return fmt.Errorf("ply %d: %w", t+1, err)
		}
		if want := notation.FormatPly(&before, ply); text != want {
			return fmt.Errorf("ply %d: %.10q, and the deal has %q", t+1, text, want)
		}
	}
	if v := table.Verdict(); !v.Over() || v.Outcome != g.Result || v.Reason.String() != g.Reason {
		return fmt.Errorf("recorded as %v by %.40q, the rules say %v", g.Result, g.Reason, v)
	}
	return nil
}
