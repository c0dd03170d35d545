package dataset

import (
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
)

// replay follows a game in both sides' views, quickly: no history, no verdicts. [Verify] does it a
// second time with the full rules.
type replay struct {
	deal     deal.Deal
	position board.Position                // as the public knows it, which is all that moves depend on
	views    [board.NumColors]board.Packed // as each side knows it
	undo     board.Undo                    // required by Make; nothing is ever taken back
}

var (
	startPosition = board.StartPosition()
	startView     = startPosition.Pack()
)

func (r *replay) start(d deal.Deal) {
	r.deal, r.position = d, *startPosition
	r.views[board.Red], r.views[board.Black] = startView, startView
}

// view returns the position as the side to move knows it, until the next ply is played.
func (r *replay) view() *board.Packed { return &r.views[r.position.Side()] }

// opponentView returns the same position as the other side knows it.
func (r *replay) opponentView() *board.Packed { return &r.views[r.position.Side().Other()] }

// look returns what m would be: the ply with all identities, and its flags.
func (r *replay) look(m board.Move) (board.Ply, Flags, error) {
	p := &r.position
	ply := board.Ply{Move: m, Reveal: board.NoKind, Victim: board.NoKind}
	if !p.IsLegal(m) {
		return ply, 0, fmt.Errorf("%v is not a legal move", m)
	}
	var flags Flags
	if p.InCheck() {
		flags |= InCheck
	}
	if p.At(m.From()).Kind() == board.FaceDown {
		flags |= Reveal
		ply.Reveal = r.deal.At(m.From())
	}
	if victim := p.At(m.To()); victim != board.NoPiece {
		flags |= Capture
		if victim.Kind() == board.FaceDown {
			flags |= TakesHidden
			ply.Victim = r.deal.At(m.To())
		}
	}
	return ply, flags, nil
}

// play makes a ply that look returned.
func (r *replay) play(ply board.Ply) {
	mover := r.position.Side()
	r.position.Make(ply.Move, ply.Reveal, &r.undo)
	for c := range r.views {
		d := r.undo.Delta
		d.Victim = ply.Told(mover, board.Color(c)).Victim
		r.views[c].Advance(&d)
	}
}

// Annotate replays g and sets the flags that follow from deal and moves, leaving Random, Tail and
// Unscored as they are. It fails at an illegal move.
func (g *Game) Annotate() error {
	var r replay
	r.start(g.Deal)
	for i := range g.Plies {
		p := &g.Plies[i]
		ply, flags, err := r.look(p.Move)
		if err != nil {
			return fmt.Errorf("game %d: ply %d: %w", g.Index, i, err)
		}
		p.Flags = p.Flags&(Random|Tail|Unscored) | flags
		r.play(ply)
	}
	return nil
}
