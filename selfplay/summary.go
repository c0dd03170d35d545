package selfplay

import (
	"context"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// Summary is what a folder holds when its run is complete.
type Summary struct {
	dataset.Stats
	Adjudicated  int      `json:"adjudicated"` // games cut short as won
	PlayedOut    int      `json:"played_out"`  // games played to their end though the adjudicator had decided
	Misjudged    int      `json:"misjudged"`   // those of them that ended otherwise than decided
	ErrorPercent float64  `json:"adjudication_error_percent"`
	Run          Progress `json:"run"` // the last call alone: what was played, how fast
}

// summarise reads all games of the folder, which were played with these settings.
func summarise(ctx context.Context, dir string, cfg *Config, last Progress) (Summary, error) {
	a, err := dataset.OpenArchive(dir)
	if err != nil {
		return Summary{}, err
	}
	defer a.Close()
	s := Summary{Run: last}
	if s.Stats, err = a.Set().Stats(ctx, cfg.Split); err != nil {
		return Summary{}, err
	}
	for b := range a.Blocks() {
		if ctx.Err() != nil {
			return Summary{}, context.Cause(ctx)
		}
		games, err := a.Games(b)
		if err != nil {
			return Summary{}, err
		}
		for i := range games {
			s.judge(&games[i], cfg.Win.rule())
		}
	}
	if s.PlayedOut > 0 {
		s.ErrorPercent = 100 * float64(s.Misjudged) / float64(s.PlayedOut)
	}
	return s, nil
}

// judge counts what the adjudicator did in g.
func (s *Summary) judge(g *dataset.Game, win referee.WinRule) {
	if g.Reason == rules.Adjudicated {
		s.Adjudicated++
		return
	}
	decided := decision(g, win)
	if !decided.Made() || decided.Plies == len(g.Plies) { // no decision, or one with the ply that ended the game
		return
	}
	s.PlayedOut++
	if decided.Outcome != g.Result {
		s.Misjudged++
	}
}

// decision returns what the referee's adjudicator decided in g, a game of a run with this rule: shards keep the
// scores it went by.
func decision(g *dataset.Game, win referee.WinRule) referee.Adjudication {
	judge := referee.Adjudicator{Rule: win}
	for t := g.Opening; t < len(g.Plies); t++ {
		judge.Add(t+1, board.Color(t&1), g.Plies[t].Score)
	}
	return judge.Decision
}
