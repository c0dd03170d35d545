package crosscheck

import (
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// Of so many games one is restless.
const restlessEvery = 4

// Lengths of a restless game's phases, in plies.
const (
	longestWalk = 40 // of moves at random
	dance       = 12 // of moves taken back and forth: a third occurrence comes after 8
)

// chooser picks the moves of one game.
type chooser struct {
	random   *deal.Stream
	restless bool
	walk     int           // plies of the present walk still to play; then comes a dance
	step     int           // plies of the present dance played
	last     [2]board.Move // of the mover's opponent, and of the mover
}

func newChooser(random *deal.Stream, restless bool) *chooser {
	c := &chooser{random: random, restless: restless}
	c.walk = c.below(longestWalk)
	return c
}

// goesOn reports whether the game is played on. A restless one goes on after repetitions.
func (c *chooser) goesOn(v rules.Verdict) bool {
	switch v.Reason {
	case rules.Repetition, rules.PerpetualCheck, rules.PerpetualChase:
		return c.restless
	}
	return !v.Over()
}

// move picks one of the legal moves.
func (c *chooser) move(g *rules.Game, legal []board.Move) board.Move {
	m := legal[c.below(len(legal))]
	if c.restless {
		m = c.restlessMove(g.Position(), legal, m)
	}
	c.last[0], c.last[1] = m, c.last[0]
	return m
}

// restlessMove picks a move of a restless game; any is what it picks for want of another reason.
func (c *chooser) restlessMove(p *board.Position, legal []board.Move, any board.Move) board.Move {
	if c.walk > 0 {
		c.walk--
		return any
	}
	c.step++
	switch {
	case c.step == 1:
		return c.like(legal, any, func(m board.Move) bool { return c.attacks(p, m) })
	case c.step == 2:
		return c.like(legal, any, func(m board.Move) bool { return c.escapes(p, m) })
	case c.step >= dance:
		c.step, c.walk = 0, c.below(longestWalk)
	}
	back := board.MakeMove(c.last[1].To(), c.last[1].From())
	return c.like(legal, any, func(m board.Move) bool { return m == back })
}

// like picks at random among the legal moves that are as wanted; any if there are none.
func (c *chooser) like(legal []board.Move, any board.Move, wanted func(board.Move) bool) board.Move {
	n := 0
	for _, m := range legal {
		if !wanted(m) {
			continue
		}
		if n++; c.below(n) == 0 {
			any = m
		}
	}
	return any
}

// attacks reports whether m can be taken back and attacks an enemy piece.
func (c *chooser) attacks(p *board.Position, m board.Move) bool {
	if p.IsCapture(m) || p.IsReveal(m) {
		return false
	}
	var u board.Undo
	q := *p
	q.Make(m, board.NoKind, &u)
	hit := q.AttacksFrom(m.To()).And(enemies(p))
	return !hit.Empty()
}

// escapes reports whether m can be taken back and moves what the last move attacks.
func (c *chooser) escapes(p *board.Position, m board.Move) bool {
	return !p.IsCapture(m) && !p.IsReveal(m) && p.AttacksFrom(c.last[0].To()).Has(m.From())
}

// enemies returns the pieces of the side not to move.
func enemies(p *board.Position) board.Bitboard {
	var set board.Bitboard
	for k := range board.Kind(board.NumKinds) {
		set = set.Or(p.Pieces(p.Side().Other(), k))
	}
	return set
}

func (c *chooser) below(n int) int { return int(c.random.Uintn(uint64(n))) }
