package library

import (
	"fmt"

	"jieqi/cmd/internal/wire"
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// Detail is a game with what everybody knew.
type Detail struct {
	Summary
	Rules string `json:"rules"`
	Limit int    `json:"limit"` // plies without a capture that are a draw
	Start Views  `json:"start"`
	Moves []Ply  `json:"moves"`
}

// Views are the FENs of one position as its three observers know it.
type Views struct {
	Public string `json:"public"`
	Red    string `json:"red"`
	Black  string `json:"black"`
}

// Told is a move as its three observers were told it.
type Told struct {
	Public string `json:"public"`
	Red    string `json:"red"`
	Black  string `json:"black"`
}

// Ply is a move and the position that it leads to.
type Ply struct {
	Move     string      `json:"move"` // with all identities
	Told     Told        `json:"told"`
	After    Views       `json:"after"`
	Check    bool        `json:"check"` // the side to move after it is in check
	Random   bool        `json:"random"`
	Score    *wire.Score `json:"score"`    // of the mover's search, in its own view; null without one
	Expected *float64    `json:"expected"` // of Red, by that score
	Reveal   *Reveal     `json:"reveal"`   // null where nothing turned up
}

// Reveal is a piece that turned up.
type Reveal struct {
	Piece  string   `json:"piece"`
	Copies int      `json:"copies"` // unseen ones of its kind, as its mover knew before
	Of     int      `json:"of"`     // unseen identities then
	Luck   *float64 `json:"luck"`   // change of the mover's expected score; null where it is not known
}

// replay fills in the plies of a game.
func (d *Detail) replay(truth deal.Deal, r rules.Rules, plies []dataset.Ply) error {
	table := dealer.New(truth, r)
	d.Rules, d.Limit, d.Start, d.Moves = r.Name, r.NoCaptureLimit, views(table), make([]Ply, 0, len(plies))
	for i := range plies {
		p, err := play(table, plies, i)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Title, err)
		}
		d.Moves = append(d.Moves, p)
	}
	return nil
}

func views(t *dealer.Table) Views {
	return Views{fen(t.Public()), fen(t.View(board.Red)), fen(t.View(board.Black))}
}

func fen(g *rules.Game) string { return notation.FormatFEN(g.Position()) }

// play makes move i of a game on the table.
func play(t *dealer.Table, plies []dataset.Ply, i int) (Ply, error) {
	before := *t.Public().Position()
	mover := before.Side()
	pool := t.View(mover).Position().Pool(mover)
	ply, err := t.Play(plies[i].Move)
	if err != nil {
		return Ply{}, err
	}
	text := func(told board.Ply) string { return notation.FormatPly(&before, told) }
	out := Ply{
		Move: text(ply), Told: Told{text(ply.Public()), text(ply.Told(mover, board.Red)), text(ply.Told(mover, board.Black))},
		After: views(t), Check: t.Public().Position().InCheck(), Random: plies[i].Flags&dataset.Random != 0,
	}
	if plies[i].Flags&dataset.Unscored == 0 {
		v := plies[i].Score
		s, expected := wire.ScoreOf(v), v.Float()
		if mover == board.Black {
			expected = 1 - expected
		}
		out.Score, out.Expected = &s, &expected
	}
	if ply.Reveal != board.NoKind {
		out.Reveal = &Reveal{Piece: board.MakePiece(mover, ply.Reveal).String(), Copies: int(pool[ply.Reveal]), Of: pool.Size()}
		if luck, known := dataset.Luck(plies, i); known {
			out.Reveal.Luck = &luck
		}
	}
	return out, nil
}
