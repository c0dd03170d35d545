package games

import (
	"encoding/json"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/record"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// boxFile is a game as JieqiBox saves and opens it, by its NOTATION_FORMAT.md: who played, and for each move the
// position that it leads to, as somebody knows it who was told what either side was.
type boxFile struct {
	Metadata boxMetadata `json:"metadata"`
	Moves    []boxMove   `json:"moves"`
}

type boxMetadata struct {
	Event          string `json:"event"`
	Site           string `json:"site"`
	White          string `json:"white"` // Red
	Black          string `json:"black"`
	Result         string `json:"result"`
	InitialFEN     string `json:"initialFen"`
	FlipMode       string `json:"flipMode"` // "random": what turns up is drawn from the pool when somebody plays on
	CurrentFEN     string `json:"currentFen"`
	OpeningComment string `json:"openingComment,omitempty"`
}

type boxMove struct {
	Type  string `json:"type"` // "move"
	Data  string `json:"data"` // as in our move lists: what turned up, then what was taken face down
	FEN   string `json:"fen"`  // after the move
	Score *int   `json:"engineScore,omitempty"`
}

// boxMate is what JieqiBox adds to mates: ±(boxMate − n) for a score of "mate n".
const boxMate = 30000

var boxResults = map[rules.Outcome]string{rules.RedWins: "1-0", rules.BlackWins: "0-1", rules.Draw: "1/2-1/2", rules.Ongoing: "*"}

// JieqiBox returns the game as a file of JieqiBox.
func (g *Game) JieqiBox() ([]byte, error) {
	replay := record.NewGame(g.Rules, board.StartPosition())
	file := boxFile{Metadata: boxMetadata{
		Event: g.Title, Site: "jieqi", White: g.Red, Black: g.Black, Result: boxResults[g.Result],
		InitialFEN: toldFEN(replay), FlipMode: "random", OpeningComment: fmt.Sprintf("%v by %s", g.Result, g.Reason),
	}, Moves: []boxMove{}}
	for i, text := range g.Moves {
		if err := replay.Play(text); err != nil {
			return nil, fmt.Errorf("%s: %w", g.Title, err)
		}
		m := boxMove{Type: "move", Data: text, FEN: toldFEN(replay)}
		if g.Scores != nil && g.Scored[i] {
			n := boxScore(g.Scores[i])
			m.Score = &n
		}
		file.Moves = append(file.Moves, m)
	}
	file.Metadata.CurrentFEN = toldFEN(replay)
	text, err := json.MarshalIndent(file, "", "  ")
	return append(text, '\n'), err
}

// toldFEN returns the position as somebody knows it who was told what Red and Black were: of each side's pieces, what
// the other side knows.
func toldFEN(g *record.Game) string {
	s := g.Public().Setup()
	var captured [board.NumColors]board.Pool
	for c := range board.Color(board.NumColors) {
		known := g.View(c.Other()).Pool(c)
		for k, n := range s.Pools[c] {
			captured[c][k] = n - known[k]
		}
		s.Pools[c] = known
	}
	return notation.Dialect{NoZeros: true, Layout: notation.SixFields}.FormatSetup(s, captured)
}

// boxScore returns a score of the mover's view as JieqiBox keeps it.
func boxScore(v score.Value) int {
	moves := (v.MatePlies() + 1) / 2
	switch {
	case !v.IsMate():
		return int(v)
	case v > 0:
		return boxMate - moves
	}
	return moves - boxMate
}
