package dataset

import (
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
)

// replay follows a game in both sides' views, quickly: no history, no verdicts. [Verify] does it a
// second time with the full rules.
type replay struct {
	deal  deal.Deal
	views [board.NumColors]board.Position
	undo  board.Undo // required by Make; nothing is ever taken back
}

var startPosition = board.StartPosition()

func (r *replay) start(d deal.Deal) {
	r.deal = d
	r.views[board.Red], r.views[board.Black] = *startPosition, *startPosition
}

// view returns the position as the side to move knows it.
func (r *replay) view() *board.Position { return &r.views[r.views[board.Red].Side()] }

// opponentView returns the same position as the other side knows it.
func (r *replay) opponentView() *board.Position { return &r.views[r.views[board.Red].Side().Other()] }

// look returns what m would be: the ply with all identities, and its flags.
func (r *replay) look(m board.Move) (board.Ply, Flags, error) {
	p := r.view()
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
	mover := r.views[board.Red].Side()
	for c := range r.views {
		r.views[c].MakeTold(ply.Told(mover, board.Color(c)), &r.undo)
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
