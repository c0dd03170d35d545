package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
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

// Step is a position of a replayed game. As JSON it is one object like a Result's, with two members more.
type Step struct {
	Ply  int    // moves played before
	Move string // the last of them as the line has it; empty at the start
	Result
}

// StartPos stands for the FEN of the start position in a line.
const StartPos = "startpos"

// Replay reads line number n of a replay file, `FEN<TAB>moves`, under the given rules.
// The moves may be missing, with or without the tab; StartPos may stand for the FEN.
func Replay(r rules.Rules, line string, n int) Result {
	var last *Game
	err := replay(r, line, func(g *Game, _ string) bool {
		last = g
		return true
	})
	if err != nil {
		return Result{Line: n, Err: err}
	}
	return last.result(n)
}

// Each reads the same and returns every position, the start included. If a move is refused the last step has the error.
func Each(r rules.Rules, line string, n int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		ply, stopped := 0, false
		err := replay(r, line, func(g *Game, move string) bool {
			stopped = !yield(Step{Ply: ply, Move: move, Result: g.result(n)})
			ply++
			return !stopped
		})
		if err != nil && !stopped {
			yield(Step{Ply: ply, Result: Result{Line: n, Err: err}})
		}
	}
}

// result returns what there is to say of the game so far.
func (g *Game) result(line int) Result {
	r := Result{
		Line:   line,
		Public: notation.FormatFEN(g.Public()),
		Legal:  legal(g.Public()),
	}
	for c := range r.Sides {
		r.Sides[c] = notation.FormatFEN(g.View(board.Color(c)))
	}
	r.Verdict, r.EndPly = g.Verdict()
	return r
}

// replay shows visit the game of a line before its first move and after each, with the move, until visit says no.
func replay(r rules.Rules, line string, visit func(g *Game, move string) bool) error {
	line = strings.TrimRight(line, "\r\n")
	if strings.TrimSpace(line) == "" {
		return errors.New("empty line: want a FEN, a tab and moves")
	}
	fen, moves, _ := strings.Cut(line, "\t")
	if strings.Contains(moves, "\t") {
		return errors.New("a second tab: want a FEN, a tab and moves")
	}
	start, err := parseStart(fen)
	if err != nil {
		return err
	}
	g := NewGame(r, start)
	if !visit(g, "") {
		return nil
	}
	for text := range strings.SplitSeq(moves, " ") {
		if text == "" {
			continue
		}
		if err := g.Play(text); err != nil {
			return err
		}
		if !visit(g, text) {
			return nil
		}
	}
	return nil
}

func parseStart(fen string) (*board.Position, error) {
	if strings.TrimPrefix(fen, notation.ByteOrderMark) == StartPos {
		return board.StartPosition(), nil
	}
	return notation.ParseFEN(fen)
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

// failure is the JSON of what could not be replayed.
type failure struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// findings are the members of the JSON that say what a position is.
type findings struct {
	FEN      string   `json:"fen"`
	RedFEN   string   `json:"red_fen"`
	BlackFEN string   `json:"black_fen"`
	Legal    []string `json:"legal"`
	Result   string   `json:"result"`
	Reason   string   `json:"reason"`
	EndPly   int      `json:"end_ply"`
}

func (r *Result) findings() findings {
	return findings{
		r.Public, r.Sides[board.Red], r.Sides[board.Black],
		r.Legal, r.Verdict.Outcome.String(), r.Verdict.Reason.String(), r.EndPly,
	}
}

// MarshalJSON writes the object described at Result.
func (r Result) MarshalJSON() ([]byte, error) {
	if r.Err != nil {
		return json.Marshal(failure{r.Line, r.Err.Error()})
	}
	return json.Marshal(struct {
		Line int `json:"line"`
		findings
	}{r.Line, r.findings()})
}

// MarshalJSON writes the object described at Step; that of an error is a Result's.
func (s Step) MarshalJSON() ([]byte, error) {
	if s.Err != nil {
		return s.Result.MarshalJSON()
	}
	return json.Marshal(struct {
		Line int    `json:"line"`
		Ply  int    `json:"ply"`
		Move string `json:"move"`
		findings
	}{s.Line, s.Ply, s.Move, s.findings()})
}

// String returns the JSON object.
func (r Result) String() string {
	b, err := json.Marshal(r)
	if err != nil { // strings and numbers always marshal
		return fmt.Sprintf("line %d: %v", r.Line, err)
	}
	return string(b)
}
