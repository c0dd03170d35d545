package engine

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Explanation is what an evaluator says of a position and why.
type Explanation struct {
	Value score.Value // view of the side to move
	// Worth is, for each point with a piece, by how much the piece's side would stand worse without it;
	// Known marks where that could be asked.
	Worth  [board.NumPoints]score.Value
	Known  [board.NumPoints]bool
	Detail string // the evaluator's own account, if it gives one

	pieces [board.NumPoints]board.Piece
	side   board.Color
}

// explainer is an evaluator that gives an account of itself.
type explainer interface {
	Explain(p *board.Position) string
}

// Explain evaluates p with an evaluator made by f, and once more without each piece. Generals, and
// pieces whose absence would make the position impossible, have no worth.
func Explain(f Factory, p *board.Position) Explanation {
	eval := f.New()
	eval.Reset(p)
	setup := p.Setup()
	x := Explanation{Value: eval.Evaluate(p), pieces: setup.Pieces, side: setup.Side}
	if e, ok := eval.(explainer); ok {
		x.Detail = e.Explain(p)
	}
	for pt, pc := range setup.Pieces {
		if pc == board.NoPiece || pc.Kind() == board.General {
			continue
		}
		without := setup
		without.Pieces[pt] = board.NoPiece
		q, err := board.New(without)
		if err != nil {
			continue // the piece shields a general
		}
		eval.Reset(q)
		worth := x.Value - eval.Evaluate(q)
		if pc.Color() != setup.Side {
			worth = -worth
		}
		x.Worth[pt], x.Known[pt] = worth, true
	}
	return x
}

// String draws the board with the worth of each piece below it, then the value in both views.
func (x Explanation) String() string {
	var b strings.Builder
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		letters, worths := fmt.Sprintf("%d ", rank), "  "
		for file := range board.Files {
			pt := board.MakePoint(file, rank)
			letter, worth := ".", ""
			if pc := x.pieces[pt]; pc != board.NoPiece {
				letter = pc.String()
			}
			if x.Known[pt] {
				worth = fmt.Sprintf("%+d", x.Worth[pt])
			}
			letters += fmt.Sprintf("%4s  ", letter)
			worths += fmt.Sprintf("%5s ", worth)
		}
		b.WriteString(strings.TrimRight(letters, " ") + "\n" + strings.TrimRight(worths, " ") + "\n")
	}
	b.WriteString("     a     b     c     d     e     f     g     h     i\n")
	red := x.Value
	if x.side == board.Black {
		red = -red
	}
	fmt.Fprintf(&b, "%s to move: %+d cp, expected score %.3f; red %+d cp\n", x.side, x.Value, x.Value.Float(), red)
	if x.Detail != "" {
		b.WriteString(strings.TrimRight(x.Detail, "\n") + "\n")
	}
	return b.String()
}
