package report

import (
	"encoding/json"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/record"
	"jieqi/engine/rules"
)

// Game is a recorded game to step through.
type Game struct {
	Title  string      `json:"title"`
	Moves  []string    `json:"moves"`  // with every identity
	Scores []string    `json:"scores"` // what the mover's search said of each, as words; "" if nothing
	FENs   [][3]string `json:"fens"`   // before the first move and after each: what the public, Red and Black know
	End    string      `json:"end"`    // how it ended
}

// NewGame follows moves with every identity from the start.
func NewGame(title, end string, r rules.Rules, moves, scores []string) (Game, error) {
	g := Game{Title: title, End: end, Moves: moves, Scores: scores}
	if len(scores) != len(moves) {
		return g, fmt.Errorf("%d scores of %d moves", len(scores), len(moves))
	}
	now := record.NewGame(r, board.StartPosition())
	look := func() {
		g.FENs = append(g.FENs, [3]string{
			notation.FormatFEN(now.Public()), notation.FormatFEN(now.View(board.Red)), notation.FormatFEN(now.View(board.Black)),
		})
	}
	look()
	for _, m := range moves {
		if err := now.Play(m); err != nil {
			return g, err
		}
		look()
	}
	return g, nil
}

// GamesJSON returns the games as the page's script reads them.
func (p *Page) GamesJSON() (string, error) {
	b, err := json.Marshal(p.Games)
	return string(b), err
}
