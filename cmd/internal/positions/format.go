package positions

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/score"
)

// Format is how positions are written, a line each.
type Format struct {
	header string // before the first line; %s stands for what the positions are
	line   func(dst []byte, p *Position) []byte
}

// Formats are the formats by name.
var Formats = map[string]Format{
	"text":  {header: "# %s\n#  game  ply side  move      score expected result flags and FEN of the mover's view\n", line: appendText},
	"jsonl": {line: appendJSON},
	"csv":   {header: "game,ply,part,fen,move,score,expected,result,reason,flags\n", line: appendCSV},
	"epd":   {line: appendEPD},
}

// Header returns what comes before the first line of positions that about describes.
func (f *Format) Header(about string) string { return strings.ReplaceAll(f.header, "%s", about) }

// FEN returns the position as its mover knew it, in the five-field form.
func (p *Position) FEN() string { return p.fen(notation.FiveFields) }

func (p *Position) fen(layout notation.Layout) string {
	return notation.Dialect{Layout: layout}.FormatSetup(p.turn.View(), [board.NumColors]board.Pool{})
}

func (p *Position) flags() []string { return p.turn.Flags.Names() }

func appendText(dst []byte, p *Position) []byte {
	said, expected := "-", "-"
	if !p.Unscored {
		said, expected = ScoreText(score.Value(p.Score)), strconv.FormatFloat(p.Expected, 'f', 3, 64)
	}
	flags := strings.Join(p.flags(), ",")
	if flags == "" {
		flags = "-"
	}
	dst = fmt.Appendf(dst, "%7d %4d %-5v %-7s %7s %8s %6s %s %s", p.Game, p.Ply, p.turn.Public.Side(), p.Move, said, expected,
		points(p.Result), flags, p.FEN())
	return append(dst, '\n')
}

// ScoreText writes a score for people: +35 in centipawns, #3 and #-3 for mates in three moves.
func ScoreText(v score.Value) string {
	kind, n, _ := strings.Cut(score.Text(v), " ")
	if kind == "mate" {
		return "#" + n
	}
	return fmt.Sprintf("%+d", v)
}

// points writes the half points of a result: 1, 0.5 or 0.
func points(result float64) string { return strconv.FormatFloat(result, 'g', -1, 64) }

// line is a position as a JSON object.
type line struct {
	Game     int      `json:"game"`
	Ply      int      `json:"ply"`
	Part     string   `json:"part"`
	FEN      string   `json:"fen"`
	Move     string   `json:"move"`
	Score    *int     `json:"score"` // null without one
	Mate     int      `json:"mate,omitempty"`
	Expected *float64 `json:"expected"`
	Result   float64  `json:"result"`
	Reason   string   `json:"reason"`
	Flags    []string `json:"flags"`
}

func appendJSON(dst []byte, p *Position) []byte {
	x := line{Game: p.Game, Ply: p.Ply, Part: p.Part, FEN: p.FEN(), Move: p.Move, Mate: p.Mate, Result: p.Result,
		Reason: p.Reason, Flags: p.flags()}
	if !p.Unscored {
		x.Score, x.Expected = &p.Score, &p.Expected
	}
	if x.Flags == nil {
		x.Flags = []string{} // never null in JSON
	}
	text, err := json.Marshal(x)
	if err != nil {
		panic(err) // strings and finite numbers always marshal
	}
	return append(append(dst, text...), '\n')
}

// appendCSV writes fields none of which can hold a comma or a quote.
func appendCSV(dst []byte, p *Position) []byte {
	said, expected := "", ""
	if !p.Unscored {
		said, expected = strconv.Itoa(p.Score), strconv.FormatFloat(p.Expected, 'f', 4, 64)
	}
	return append(append(dst, strings.Join([]string{strconv.Itoa(p.Game), strconv.Itoa(p.Ply), p.Part, p.FEN(), p.Move, said,
		expected, points(p.Result), p.Reason, strings.Join(p.flags(), " ")}, ",")...), '\n')
}

// appendEPD writes three FEN fields and operations: sm the move, ce centipawns or dm moves to the mover's mate, the
// counters, c0 the mover's result.
func appendEPD(dst []byte, p *Position) []byte {
	s := p.turn.View()
	dst = append(append(dst, p.fen(notation.ThreeFields)...), " sm "+p.Move+";"...)
	switch {
	case p.Unscored:
	case p.Mate > 0:
		dst = fmt.Appendf(dst, " dm %d;", p.Mate)
	default:
		dst = fmt.Appendf(dst, " ce %d;", p.Score)
	}
	return fmt.Appendf(dst, " hmvc %d; fmvn %d; id \"game %d ply %d\"; c0 \"result %s\";\n", s.Halfmove, s.Fullmove, p.Game, p.Ply,
		points(p.Result))
}
