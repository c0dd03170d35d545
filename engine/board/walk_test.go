package board_test

import (
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/recorded"
	"pgregory.net/rapid"
)

// randomReveal draws an identity for m's mover that the pool still holds, or NoKind for a face-up mover.
func randomReveal(rt *rapid.T, p *board.Position, m board.Move) board.Kind {
	if !p.IsReveal(m) {
		return board.NoKind
	}
	var left []board.Kind
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) > 0 {
			left = append(left, k)
		}
	}
	return rapid.SampledFrom(left).Draw(rt, "reveal")
}

// randomPly draws a legal ply, sometimes with the victim told; ok is false when there is none.
func randomPly(rt *rapid.T, p *board.Position) (ply board.Ply, ok bool) {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return ply, false
	}
	m := rapid.SampledFrom(moves).Draw(rt, "move")
	ply = board.Ply{Move: m, Reveal: randomReveal(rt, p, m), Victim: board.NoKind}
	enemy := p.Side().Other()
	pool := p.Pool(enemy)
	if victim := p.At(m.To()); victim != board.NoPiece && victim.Kind() == board.FaceDown &&
		pool.Size() >= p.Hidden(enemy) && rapid.Bool().Draw(rt, "told") {
		for _, k := range board.PoolKinds {
			if pool[k] > 0 {
				ply.Victim = k
			}
		}
	}
	return ply, true
}

// walk plays random plies from the start position or a recorded one and calls visit on every position.
func walk(t *testing.T, plies int, visit func(rt *rapid.T, p *board.Position)) {
	t.Helper()
	rows := recorded.Positions.Rows(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := board.StartPosition()
		if i := rapid.IntRange(-20, len(rows)-1).Draw(rt, "start"); i >= 0 {
			p = parse(t, rows[i]["fen"])
		}
		for range rapid.IntRange(0, plies).Draw(rt, "plies") {
			visit(rt, p)
			ply, ok := randomPly(rt, p)
			if !ok {
				return
			}
			var u board.Undo
			p.MakeTold(ply, &u)
		}
		visit(rt, p)
	})
}
