package board

import (
	"context"
	"fmt"
)

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

// Perft counts the move sequences of a length from p, which is left as it was; there is one of length 0.
// Repetition and the no-capture limit are not applied. mode.Check(p) must be nil.
func Perft(p *Position, depth int, mode PerftMode) uint64 {
	c := perft{ctx: context.Background(), mode: mode}
	return c.count(p, depth)
}

// Divide is Perft that calls each for every legal first move with the number of sequences that begin with it, in
// the order of LegalMoves, and that can be stopped: some milliseconds after ctx has ended it returns the cause.
func Divide(ctx context.Context, p *Position, depth int, mode PerftMode, each func(Move, uint64)) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	c := perft{ctx: ctx, mode: mode}
	var buf [MaxMoves]Move
	var nodes uint64
	for _, m := range p.LegalMoves(buf[:0]) {
		n := c.begunWith(p, m, depth)
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		each(m, n)
		nodes += n
	}
	return nodes, nil
}

// wholePerft is the length of sequences that are counted without a look at the context.
const wholePerft = 2

// perft is one count. Once its context has ended, what its methods return means nothing.
type perft struct {
	ctx  context.Context
	mode PerftMode
}

// count counts the sequences of a length.
func (c *perft) count(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return c.countLast(p)
	}
	var buf [MaxMoves]Move
	var nodes uint64
	for _, m := range p.LegalMoves(buf[:0]) {
		if depth > wholePerft && c.ctx.Err() != nil {
			return 0
		}
		nodes += c.begunWith(p, m, depth)
	}
	return nodes
}

// countLast counts the last ply without making it.
func (c *perft) countLast(p *Position) uint64 {
	if c.mode.Given != nil {
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

// begunWith counts the sequences of a length, at least 1, that start with the legal move m.
func (c *perft) begunWith(p *Position, m Move, depth int) uint64 {
	if !p.IsReveal(m) {
		return c.after(p, m, NoKind, depth)
	}
	if c.mode.Given != nil {
		return c.after(p, m, c.mode.Given[m.From()], depth)
	}
	var nodes uint64
	for _, k := range PoolKinds {
		if p.pools[p.side][k] > 0 {
			nodes += c.after(p, m, k, depth)
		}
	}
	return nodes
}

// after counts the sequences of a length that start with m as the given identity.
func (c *perft) after(p *Position, m Move, reveal Kind, depth int) uint64 {
	if depth == 1 {
		return 1
	}
	var u Undo
	p.Make(m, reveal, &u)
	nodes := c.count(p, depth-1)
	p.Unmake(&u)
	return nodes
}
