package dealer

import (
	"errors"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// ErrIllegal is wrapped by the error of Play when the move is not legal.
var ErrIllegal = errors.New("illegal move")

// Table is one game on a deal, with the views of all observers. It is used by one goroutine at a time.
type Table struct {
	deal   deal.Deal
	public rules.Game
	own    [board.NumColors]rules.Game
}

// New returns a table with a game of d from the start position. It panics if d is not complete.
func New(d deal.Deal, r rules.Rules) *Table {
	t := new(Table)
	t.Reset(d, r)
	return t
}

// Reset starts a game of another deal from the start position, keeping the table's memory. It
// panics if d is not complete.
func (t *Table) Reset(d deal.Deal, r rules.Rules) {
	if !d.Complete() {
		panic("dealer: partial deal " + d.String())
	}
	t.deal = d
	start := board.StartPosition()
	t.public.Reset(r, start)
	for c := range t.own {
		t.own[c].Reset(r, start)
	}
}

// Play makes a move and returns it with all identities: what a face-down mover turned out to be, and what
// a taken face-down piece was. The error of an illegal move wraps ErrIllegal.
func (t *Table) Play(m board.Move) (board.Ply, error) {
	p := t.public.Position()
	if !p.IsLegal(m) {
		return board.Ply{}, fmt.Errorf("%w: %s as ply %d", ErrIllegal, m, t.public.Plies()+1)
	}
	ply := board.Ply{Move: m, Reveal: t.hidden(p, m.From()), Victim: t.hidden(p, m.To())}
	mover := p.Side()
	t.public.Play(ply.Public())
	for c := range t.own {
		t.own[c].Play(ply.Told(mover, board.Color(c)))
	}
	return ply, nil
}

// hidden returns the identity of the face-down piece on pt, NoKind if there is none.
func (t *Table) hidden(p *board.Position, pt board.Point) board.Kind {
	if piece := p.At(pt); piece == board.NoPiece || piece.Kind() != board.FaceDown {
		return board.NoKind
	}
	return t.deal.At(pt)
}

// View returns the game as side c knows it. It is borrowed: it follows the table's moves and must
// not be modified.
func (t *Table) View(c board.Color) *rules.Game { return &t.own[c] }

// Public returns the game as somebody knows it who sees the board alone. It is borrowed like View's.
func (t *Table) Public() *rules.Game { return &t.public }

// Verdict judges the current position.
func (t *Table) Verdict() rules.Verdict { return t.public.Verdict() }
