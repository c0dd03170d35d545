package wire

import (
	"math"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/notation"
)

// Explanation is what an evaluation says of a position, piece by piece.
type Explanation struct {
	FEN      string   `json:"fen"`
	Legal    []string `json:"legal"`
	Check    bool     `json:"check"`
	Score    Score    `json:"score"` // of the side to move
	Expected float64  `json:"expected"`
	Worth    []Worth  `json:"worth"`
	Terms    []Term   `json:"terms"` // in Red's view; empty where the evaluation has none
}

// Worth is by how much a piece's own side would stand worse without it.
type Worth struct {
	Point string `json:"point"`
	Piece string `json:"piece"`
	CP    int    `json:"cp"`
}

// Term is a part of a hand-crafted evaluation.
type Term struct {
	Name string `json:"name"`
	CP   int    `json:"cp"`
}

// Explain evaluates p with an evaluator made by f.
func Explain(f engine.Factory, p *board.Position) Explanation {
	x := engine.Explain(f, p)
	out := Explanation{
		FEN: notation.FormatFEN(p), Legal: Moves(p.LegalMoves(nil)), Check: p.InCheck(), Score: ScoreOf(x.Value), Expected: x.Value.Float(),
		Worth: []Worth{}, Terms: []Term{},
	}
	for i, known := range x.Known {
		if pt := board.Point(i); known {
			out.Worth = append(out.Worth, Worth{pt.String(), p.At(pt).String(), int(x.Worth[i])})
		}
	}
	if e, ok := f.New().(*hce.Evaluator); ok {
		for term, hundredths := range e.Breakdown(p).Terms {
			out.Terms = append(out.Terms, Term{hce.Term(term).String(), int(math.Round(float64(hundredths) / 100))})
		}
	}
	return out
}
