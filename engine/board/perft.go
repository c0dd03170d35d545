package board

import "fmt"

// PerftMode says how perft counts a move that turns a piece up. The zero value expands it:
// one branch for every kind left in the mover's pool, at the last ply too.
type PerftMode struct {
	// Given, when not nil, holds the identity of every face-down piece by point;
	// a reveal is then one move.
	Given *[NumPoints]Kind
}

// Check reports whether perft can run in this mode from p: every face-down piece needs an
// identity, and the pools must hold them all.
func (mode PerftMode) Check(p *Position) error {
	if mode.Given == nil {
		return nil
	}
	var need [2]Pool
	for c := range Color(NumColors) {
		for b := p.facedown(c); !b.Empty(); {
			pt := b.PopFirst()
			k := mode.Given[pt]
			if k == General || k >= FaceDown {
				return fmt.Errorf("perft: no identity given for the face-down piece on %v", pt)
			}
			if need[c][k]++; need[c][k] > p.pools[c][k] {
				return fmt.Errorf("perft: %v given on %v, but the pool holds only %d", MakePiece(c, k), pt, p.pools[c][k])
			}
		}
	}
	return nil
}

// Perft counts the move sequences of a length from p, which is left as it was.
// Repetition and the no-capture limit are not applied. mode.Check(p) must be nil.
func Perft(p *Position, depth int, mode PerftMode) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return p.countBranches(mode)
	}
	var buf [MaxMoves]Move
	var nodes uint64
	for _, m := range p.LegalMoves(buf[:0]) {
		nodes += PerftMove(p, m, depth, mode)
	}
	return nodes
}

// countBranches counts the last ply without making it.
func (p *Position) countBranches(mode PerftMode) uint64 {
	if mode.Given != nil {
		return uint64(p.CountLegal())
	}
	kinds := 0
	for _, n := range p.pools[p.side] {
		kinds += int(min(n, 1))
	}
	var buf [MaxMoves]Move
	moves := p.LegalMoves(buf[:0])
	nodes := len(moves)
	for _, m := range moves {
		if p.IsReveal(m) {
			nodes += kinds - 1
		}
	}
	return uint64(nodes)
}

// PerftMove counts the sequences of a length that start with the legal move m; depth is at least 1.
func PerftMove(p *Position, m Move, depth int, mode PerftMode) uint64 {
	if !p.IsReveal(m) {
		return perftAfter(p, m, NoKind, depth, mode)
	}
	if mode.Given != nil {
		return perftAfter(p, m, mode.Given[m.From()], depth, mode)
	}
	var nodes uint64
	for _, k := range PoolKinds {
		if p.pools[p.side][k] > 0 {
			nodes += perftAfter(p, m, k, depth, mode)
		}
	}
	return nodes
}

// perftAfter counts the sequences of a length that start with m as the given identity.
func perftAfter(p *Position, m Move, reveal Kind, depth int, mode PerftMode) uint64 {
	if depth == 1 {
		return 1
	}
	var u Undo
	p.Make(m, reveal, &u)
	nodes := Perft(p, depth-1, mode)
	p.Unmake(&u)
	return nodes
}
