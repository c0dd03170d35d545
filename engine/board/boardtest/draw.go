package boardtest

import (
	"math/rand/v2"

	"jieqi/engine/board"
)

// Ply draws a legal ply with all identities named, or ok = false when there is none. Moves are equally likely,
// identities by how many of them the pool holds.
func Ply(rng *rand.Rand, p *board.Position) (ply board.Ply, ok bool) {
	var buf [board.MaxMoves]board.Move
	moves := p.LegalMoves(buf[:0])
	if len(moves) == 0 {
		return ply, false
	}
	ply = board.Ply{Move: moves[rng.IntN(len(moves))], Reveal: board.NoKind, Victim: board.NoKind}
	if p.IsReveal(ply.Move) {
		ply.Reveal = Kind(rng, p.Pool(p.Side()))
	}
	if victim := p.At(ply.Move.To()); victim != board.NoPiece && victim.Kind() == board.FaceDown {
		ply.Victim = Kind(rng, p.Pool(p.Side().Other()))
	}
	return ply, true
}

// Kind draws an identity from a pool that holds any.
func Kind(rng *rand.Rand, pool board.Pool) board.Kind { return pool.Nth(rng.IntN(pool.Size())) }
