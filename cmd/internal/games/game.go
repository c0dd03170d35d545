package games

import (
	"fmt"
	"strings"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/record"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/eval/match"
)

// Game is a finished game from the start position.
type Game struct {
	Name       string // of its file, without extension
	Title      string // for people
	Red, Black string // who played
	Rules      rules.Rules
	Moves      []string      // with the identities that either side was told
	Scores     []score.Value // of the movers' searches, in their own views; nil where none are recorded
	Scored     []bool        // which moves have a score; as long as Scores
	Result     rules.Outcome
	Reason     string
}

// Line returns the game as `jieqi replay` reads it, without a line end.
func (g *Game) Line() string { return record.StartPos + "\t" + strings.Join(g.Moves, " ") }

// fromShard replays a game of a shard.
func fromShard(h *dataset.Header, g *dataset.Game, table *dealer.Table) (*Game, error) {
	r, err := rules.Preset(h.Rules)
	if err != nil {
		return nil, err
	}
	out := &Game{
		Name: fmt.Sprintf("game-%08d", g.Index), Title: fmt.Sprintf("game %d of phrase %q", g.Index, h.Phrase),
		Red: h.Network, Black: h.Network, Rules: r, Result: g.Result, Reason: g.Reason.String(),
	}
	table.Reset(g.Deal, r)
	for i, p := range g.Plies {
		text, err := play(table, p.Move)
		if err != nil {
			return nil, fmt.Errorf("game %d: ply %d: %w", g.Index, i, err)
		}
		out.Moves = append(out.Moves, text)
		out.Scores = append(out.Scores, p.Score)
		out.Scored = append(out.Scored, p.Flags&dataset.Unscored == 0)
	}
	return out, nil
}

// play makes a move and returns it with all its identities.
func play(table *dealer.Table, m board.Move) (string, error) {
	before := *table.Public().Position()
	ply, err := table.Play(m)
	if err != nil {
		return "", err
	}
	return notation.FormatPly(&before, ply), nil
}

// fromMatch returns game i of a pair, 0 or 1.
func fromMatch(m *match.Manifest, r rules.Rules, p *match.Pair, i int) *Game {
	g := &p.Games[i]
	out := &Game{Red: m.A, Black: m.B, Rules: r, Moves: strings.Fields(g.Moves), Result: g.Result, Reason: g.Reason,
		Name: fmt.Sprintf("pair-%07d-a-red", p.Index)}
	if !g.ARed {
		out.Red, out.Black, out.Name = m.B, m.A, fmt.Sprintf("pair-%07d-b-red", p.Index)
	}
	out.Title = fmt.Sprintf("game %d of pair %d of phrase %q", i+1, p.Index, m.Phrase)
	return out
}
