package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// Result is what replaying one line found. As JSON it is one object with stable keys in a
// stable order: the line's number and either all findings or the error.
type Result struct {
	Line    int   // number of the line, from 1
	Err     error // why the line was refused; nothing below is set then
	Public  string
	Sides   [board.NumColors]string // FENs as each side knows the last position
	Legal   []string                // sorted moves of the side to move, also after the end
	Verdict rules.Verdict
	EndPly  int // number of plies after which the game was first over, -1 while ongoing
}

// Replay reads line number n of a replay file, `FEN<TAB>moves`, under the standard rules.
// The moves may be missing, with or without the tab.
func Replay(line string, n int) Result {
	g, err := replay(line)
	if err != nil {
		return Result{Line: n, Err: err}
	}
	r := Result{
		Line:   n,
		Public: notation.FormatFEN(g.Public()),
		Legal:  legal(g.Public()),
	}
	for c := range r.Sides {
		r.Sides[c] = notation.FormatFEN(g.View(board.Color(c)))
	}
	r.Verdict, r.EndPly = g.Verdict()
	return r
}

func replay(line string) (*Game, error) {
	line = strings.TrimRight(line, "\r\n")
	if strings.TrimSpace(line) == "" {
		return nil, errors.New("empty line: want a FEN, a tab and moves")
	}
	fen, moves, _ := strings.Cut(line, "\t")
	if strings.Contains(moves, "\t") {
		return nil, errors.New("a second tab: want a FEN, a tab and moves")
	}
	start, err := notation.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	g := NewGame(rules.Tiantian, start)
	for text := range strings.SplitSeq(moves, " ") {
		if text == "" {
			continue
		}
		if err := g.Play(text); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func legal(p *board.Position) []string {
	var buf [board.MaxMoves]board.Move
	texts := []string{} // never null in JSON
	for _, m := range p.LegalMoves(buf[:0]) {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	return texts
}

// MarshalJSON writes the object described at Result.
func (r Result) MarshalJSON() ([]byte, error) {
	if r.Err != nil {
		return json.Marshal(struct {
			Line  int    `json:"line"`
			Error string `json:"error"`
		}{r.Line, r.Err.Error()})
	}
	return json.Marshal(struct {
		Line     int      `json:"line"`
		FEN      string   `json:"fen"`
		RedFEN   string   `json:"red_fen"`
		BlackFEN string   `json:"black_fen"`
		Legal    []string `json:"legal"`
		Result   string   `json:"result"`
		Reason   string   `json:"reason"`
		EndPly   int      `json:"end_ply"`
	}{
		r.Line, r.Public, r.Sides[board.Red], r.Sides[board.Black],
		r.Legal, r.Verdict.Outcome.String(), r.Verdict.Reason.String(), r.EndPly,
	})
}

// String returns the JSON object.
func (r Result) String() string {
	b, err := json.Marshal(r)
	if err != nil { // strings and numbers always marshal
		return fmt.Sprintf("line %d: %v", r.Line, err)
	}
	return string(b)
}
