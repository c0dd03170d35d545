package selfplay

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// Summary is what a folder holds when its run is complete.
type Summary struct {
	dataset.Stats
	Adjudicated  int      `json:"adjudicated"` // games cut short as won
	PlayedOut    int      `json:"played_out"`  // games played to their end though the adjudicators had decided
	Misjudged    int      `json:"misjudged"`   // those of them that ended otherwise than decided
	ErrorPercent float64  `json:"adjudication_error_percent"`
	Run          Progress `json:"run"` // the last call alone: what was played, how fast
}

// summarize reads all games of the folder.
func summarize(dir string, last Progress) (Summary, error) {
	a, err := dataset.OpenArchive(dir)
	if err != nil {
		return Summary{}, err
	}
	defer a.Close()
	s := Summary{Run: last}
	if s.Stats, err = a.Set().Stats(dataset.DefaultSplit); err != nil {
		return Summary{}, err
	}
	for b := range a.Blocks() {
		games, err := a.Games(b)
		if err != nil {
			return Summary{}, err
		}
		for i := range games {
			s.judge(&games[i])
		}
	}
	if s.PlayedOut > 0 {
		s.ErrorPercent = 100 * float64(s.Misjudged) / float64(s.PlayedOut)
	}
	return s, nil
}

// judge counts what the adjudicators did in g.
func (s *Summary) judge(g *dataset.Game) {
	if g.Reason == rules.Adjudicated {
		s.Adjudicated++
	}
	decided, ok := decision(g)
	if !ok {
		return
	}
	s.PlayedOut++
	if decided != g.Result {
		s.Misjudged++
	}
}

// decision returns how the adjudicators had decided a game that was played out: its tail begins
// with the ply after the one that settled it, whose score says for whom.
func decision(g *dataset.Game) (rules.Outcome, bool) {
	for t := range g.Plies {
		if t > 0 && g.Plies[t].Flags&dataset.Tail != 0 {
			mover := board.Color((t - 1) & 1)
			if g.Plies[t-1].Score > 0 {
				return rules.WinFor(mover), true
			}
			return rules.WinFor(mover.Other()), true
		}
	}
	return rules.Ongoing, false
}
