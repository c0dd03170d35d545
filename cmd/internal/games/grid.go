package games

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
)

// column is how wide a view is drawn.
const column = 36

// boards draws the views beside each other.
func (d *drawing) boards() error {
	columns := [][]string{d.view(board.Red), d.view(board.Black)}
	if d.Deal {
		columns = append(columns, d.truth())
	}
	for row := range columns[0] {
		text := ""
		for _, lines := range columns {
			text += fmt.Sprintf("%-*s", column, lines[row])
		}
		if _, err := fmt.Fprintln(d.out, strings.TrimRight(text, " ")); err != nil {
			return err
		}
	}
	return nil
}

// view draws what one side knows, from where it sits.
func (d *drawing) view(c board.Color) []string {
	p := d.table.View(c).Position()
	lines := append([]string{fmt.Sprintf("as %v knows it", c)}, d.grid(p, c, func(_ board.Point, pc board.Piece) string { return pc.String() })...)
	pool := strings.Fields(notation.FormatFEN(p))[2]
	return append(lines, "unseen "+pool)
}

// truth draws what all pieces are; those face down stand in quotes.
func (d *drawing) truth() []string {
	deal := d.game.Deal
	lines := append([]string{"what they are"}, d.grid(d.table.Public().Position(), board.Red, func(pt board.Point, pc board.Piece) string {
		if pc.Kind() == board.FaceDown {
			return "'" + board.MakePiece(pc.Color(), deal.At(pt)).String() + "'"
		}
		return pc.String()
	})...)
	return append(lines, "")
}

// grid draws the board as side c sees it; the points that the last move left and reached stand in brackets.
func (d *drawing) grid(p *board.Position, c board.Color, letter func(board.Point, board.Piece) string) []string {
	lines := make([]string, 0, board.Ranks+1)
	files := " "
	for row := range board.Ranks {
		rank := board.Ranks - 1 - row
		if c == board.Black {
			rank = row
		}
		text := fmt.Sprint(rank)
		for col := range board.Files {
			file := col
			if c == board.Black {
				file = board.Files - 1 - col
			}
			text += d.cell(board.MakePoint(file, rank), p, letter)
			if row == 0 {
				files += " " + string(rune('a'+file)) + " "
			}
		}
		lines = append(lines, text)
	}
	return append(lines, files)
}

func (d *drawing) cell(pt board.Point, p *board.Position, letter func(board.Point, board.Piece) string) string {
	text := "."
	if pc := p.At(pt); pc != board.NoPiece {
		text = letter(pt, pc)
	}
	switch {
	case d.last != board.NoMove && (pt == d.last.From() || pt == d.last.To()):
		return "[" + strings.Trim(text, "'") + "]"
	case len(text) > 1:
		return text
	}
	return " " + text + " "
}
