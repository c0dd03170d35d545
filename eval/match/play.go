package match

import (
	"context"
	"errors"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// The contenders in the journal.
const (
	sideA = "a"
	sideB = "b"
)

// PlayPair plays both games of pair i on deal d by the rules and limits of cfg, and returns them as the journal has them.
// The error is that of ctx, or of a referee that could not go on.
func (cfg *Config) PlayPair(ctx context.Context, i int, d deal.Deal, a, b referee.Player) (*Pair, error) {
	p := &Pair{Index: i, Deal: d.String()}
	for g := range p.Games {
		game, err := cfg.playGame(ctx, d, a, b, g == 0)
		if err != nil {
			return nil, err
		}
		p.Games[g] = *game
	}
	return p, nil
}

// playGame plays one game, a second time when a player failed in the first.
func (cfg *Config) playGame(ctx context.Context, d deal.Deal, a, b referee.Player, aRed bool) (*Game, error) {
	by := referee.Config{Rules: cfg.Rules, Grace: cfg.Grace}
	by.Limits[board.Red], by.Limits[board.Black] = cfg.Limits, cfg.Limits
	red, black := a, b
	if !aRed {
		red, black = b, a
	}
	var failed []Failure
	for {
		rec, err := referee.Play(ctx, by, d, red, black)
		if err != nil {
			return nil, err
		}
		if !rec.Verdict.Over() {
			return nil, errors.New("the referee returned an unfinished game")
		}
		if rec.Verdict.Reason.IsForfeit() {
			failed = append(failed, failure(rec, aRed))
			if len(failed) == 1 {
				continue
			}
		}
		return cfg.game(rec, aRed, failed), nil
	}
}

// game returns the journal's form of a finished game.
func (cfg *Config) game(rec *referee.Record, aRed bool, failed []Failure) *Game {
	g := &Game{
		ARed:   aRed,
		Result: rec.Verdict.Outcome, Reason: rec.Verdict.Reason.String(),
		Plies: len(rec.Plies), Moves: movesText(rec), Failed: failed,
	}
	g.Scores = said(rec.Plies, func(p referee.Played) score.Value { return p.Score })
	g.Depths = said(rec.Plies, func(p referee.Played) int { return p.Depth })
	if cfg.timed() {
		g.Times = timesOf(rec, aRed)
	}
	return g
}

// said returns what the players said of each ply; nil if they said nothing.
func said[T comparable](plies []referee.Played, of func(referee.Played) T) []T {
	var nothing T
	all, spoke := make([]T, len(plies)), false
	for i, p := range plies {
		all[i] = of(p)
		spoke = spoke || all[i] != nothing
	}
	if !spoke {
		return nil
	}
	return all
}

// failure returns the journal's form of a game that a player's failure ended.
func failure(rec *referee.Record, aRed bool) Failure {
	by := sideA
	if aWon := (rec.Verdict.Outcome == rules.RedWins) == aRed; aWon {
		by = sideB
	}
	return Failure{By: by, Reason: rec.Verdict.Reason.String(), What: rec.Forfeit, Moves: movesText(rec)}
}
