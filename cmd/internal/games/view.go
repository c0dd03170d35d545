package games

import (
	"fmt"
	"io"
	"strings"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// View says how a recorded game is to be drawn.
type View struct {
	Ply  *int // nil: all positions; otherwise the one after so many plies
	Deal bool // beside what the sides know, show what the face-down pieces are
}

// drawing is a game being drawn.
type drawing struct {
	View
	game  *dataset.Game
	table *dealer.Table
	last  board.Move // the move before, NoMove at the start
	out   io.Writer
}

// Draw writes the game, position by position: both sides' views beside each other, each from its own side of the
// board, what each has not seen, and the next move with its score and what each side is told of it.
func (v View) Draw(out io.Writer, h dataset.Header, g *dataset.Game) error {
	r, err := rules.Preset(h.Rules)
	if err != nil {
		return err
	}
	if v.Ply != nil && *v.Ply > len(g.Plies) {
		return fmt.Errorf("game %d has %d plies, not %d", g.Index, len(g.Plies), *v.Ply)
	}
	players := h.Network
	if h.Opponent != "" {
		red, black := h.Network, h.Opponent
		if dataset.NewSeats(h.Phrase).Player(g.Index) == board.Black {
			red, black = black, red
		}
		players = fmt.Sprintf("%s (Red) and %s", red, black)
	}
	d := drawing{View: v, game: g, table: dealer.New(g.Deal, r), out: out, last: board.NoMove}
	fmt.Fprintf(out, "game %d of phrase %q, played by %s: %v by %v after %d plies, the first %d of them drawn at random\n",
		g.Index, h.Phrase, players, g.Result, g.Reason, len(g.Plies), g.Opening)
	for i := range len(g.Plies) + 1 {
		if err := d.position(i); err != nil {
			return err
		}
	}
	return nil
}

// position draws the position after i plies, if it is wanted, and plays on.
func (d *drawing) position(i int) error {
	wanted := d.Ply == nil || *d.Ply == i
	if wanted {
		fmt.Fprintf(d.out, "\nply %d, %v to move\n", i, d.table.Public().Position().Side())
		if err := d.boards(); err != nil {
			return err
		}
	}
	if i == len(d.game.Plies) {
		return nil
	}
	before := *d.table.Public().Position()
	ply, err := d.table.Play(d.game.Plies[i].Move)
	if err != nil {
		return fmt.Errorf("game %d: ply %d: %w", d.game.Index, i, err)
	}
	if d.last = ply.Move; !wanted {
		return nil
	}
	_, err = fmt.Fprintln(d.out, d.move(&before, ply, &d.game.Plies[i]))
	return err
}

// move says in a line what is played in p and what each side is told of it.
func (d *drawing) move(p *board.Position, ply board.Ply, recorded *dataset.Ply) string {
	text := fmt.Sprintf("%v plays %s", p.Side(), notation.FormatPly(p, ply.Public()))
	if names := recorded.Flags.Names(); len(names) > 0 {
		text += " (" + strings.Join(names, ", ") + ")"
	}
	if recorded.Flags&dataset.Unscored == 0 {
		v := recorded.Score
		text += fmt.Sprintf(", score %s, expected %.3f", score.Text(v), v.Float())
	}
	for c := range board.Color(board.NumColors) {
		text += fmt.Sprintf("; %v is told %s", c, notation.FormatPly(p, ply.Told(p.Side(), c)))
	}
	return text
}
