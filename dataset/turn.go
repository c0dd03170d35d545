package dataset

import (
	"cmp"
	"context"
	"errors"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// Turn is a ply of a recorded game as its mover knew it: the position before the move, and what the mover was told of
// the move. Nothing but DealKey and how the game went on depends on what the mover was told later or never. It is for
// people who look at games; training reads a [Sample].
type Turn struct {
	Block   int                         // of the set
	Game    uint64                      // index of the game in its series
	DealKey uint64                      // opaque: see [Split]
	At      int                         // plies played before
	Public  *board.Position             // the position as a spectator knows it; borrowed: it changes with the next turn
	Pools   [board.NumColors]board.Pool // what the mover has not seen, before the move
	Played  board.Ply                   // the move as the mover was told it
	Flags   Flags                       // of the ply, ScoreOnly included
	Plies   []Ply                       // of the whole game, Plies[At] being this one; borrowed
	Result  rules.Outcome
	Reason  rules.Reason
}

// View returns the position as the mover knew it, with its counters.
func (t *Turn) View() board.Setup {
	s := t.Public.Setup()
	s.Pools = t.Pools
	return s
}

// Turns calls visit with every ply of the wanted games, in order; the Turn is reused. An error of visit ends the
// reading and comes back as it is.
func (s *Set) Turns(ctx context.Context, c Choice, visit func(*Turn) error) error {
	var r replay
	return s.pass(ctx, "read positions", func(block int) error {
		if !c.wantsBlock(&s.blocks[block]) {
			return nil
		}
		var stopped error
		err := s.records(block, func(g *record) (broken error) {
			t := Turn{Block: block, DealKey: lowestKey(s.Salts(), g.Packed)}
			if !c.wants(g.Index, t.DealKey) {
				return nil
			}
			broken, stopped = g.turns(&r, &t, visit)
			return errors.Join(broken, stopped)
		})
		return cmp.Or(stopped, err)
	})
}

// turns replays the game. It returns apart what is wrong with the game and what visit stopped at.
func (g *record) turns(r *replay, t *Turn, visit func(*Turn) error) (broken, stopped error) {
	d, err := deal.Unpack(g.Packed)
	if err != nil {
		return err, nil
	}
	if err := checkEnd(g.Result, g.Reason); err != nil {
		return err, nil
	}
	r.start(d)
	t.Game, t.Public, t.Plies, t.Result, t.Reason = g.Index, &r.position, g.Plies, g.Result, g.Reason
	sensible := g.sensibleFrom()
	for i := range g.Plies {
		ply, _, err := r.look(g.Plies[i].Move)
		if err != nil {
			return err, nil
		}
		view, mover := r.view(), r.position.Side()
		t.At, t.Flags = i, g.flags(i, sensible)
		t.Pools = [board.NumColors]board.Pool{view.Pool(board.Red), view.Pool(board.Black)}
		t.Played = ply.Told(mover, mover)
		if err := visit(t); err != nil {
			return nil, err
		}
		r.play(ply)
	}
	return nil, nil
}
