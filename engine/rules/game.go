package rules

import (
	"fmt"

	"jieqi/engine/board"
)

// Game is a position as one observer knows it, with the history that repetition needs: the
// position after the last capture or reveal, and the moves and keys since. Captures and reveals
// cannot be undone, so nothing before them can occur again. A Game is used by one goroutine at
// a time.
type Game struct {
	rules Rules
	pos   board.Position
	base  board.Position
	keys  []uint64     // of base and of the position after each of moves
	moves []board.Move // since base; none is a capture or a reveal
	plies int
}

// historyRoom is the first capacity of a game's history: with the usual limit on plies without
// a capture, few games outgrow it.
const historyRoom = 128 // plies

// NewGame returns a game of the given rules at start, which counts as a first occurrence.
// The start is copied.
func NewGame(r Rules, start *board.Position) *Game {
	g := &Game{
		keys:  make([]uint64, 0, historyRoom),
		moves: make([]board.Move, 0, historyRoom),
	}
	g.Reset(r, start)
	return g
}

// Reset makes g a new game at start, keeping its buffers.
func (g *Game) Reset(r Rules, start *board.Position) {
	g.rules = r
	g.pos = *start
	g.plies = 0
	g.forget()
}

// forget starts the history anew at the current position.
func (g *Game) forget() {
	g.base = g.pos
	g.moves = g.moves[:0]
	g.keys = append(g.keys[:0], g.pos.Key())
}

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game {
	c := *g
	c.keys = append(make([]uint64, 0, historyRoom), g.keys...)
	c.moves = append(make([]board.Move, 0, historyRoom), g.moves...)
	return &c
}

// Rules returns the rules g is played under.
func (g *Game) Rules() Rules { return g.rules }

// Position returns the current position. It is borrowed: it changes with the next Play and
// must not be modified.
func (g *Game) Position() *board.Position { return &g.pos }

// Plies returns the number of plies played since the start.
func (g *Game) Plies() int { return g.plies }

// Base returns the position after the last capture or reveal, or the start. Borrowed like Position.
func (g *Game) Base() *board.Position { return &g.base }

// Moves returns the moves played from Base to now. Borrowed like Position.
func (g *Game) Moves() []board.Move { return g.moves }

// Keys returns the keys of Base and of the position after each of Moves, the current one last.
// Within this span pools do not change, so equal keys mean the same board and side to move.
// Borrowed like Position.
func (g *Game) Keys() []uint64 { return g.keys }

// PlayedOn returns a copy of g for whoever is asked to go on. If the game is over by a rule that leaves legal moves
// (repetition, the limit of plies without a capture), the copy has neither history nor limit: a front end that does
// not know the rule plays on, and a draw everywhere would make every move as good as any other.
func (g *Game) PlayedOn() *Game {
	if v := g.Verdict(); v.Outcome == Ongoing || v.Reason == NoLegalMove {
		return g.Clone()
	}
	on := NewGame(Rules{Name: g.rules.Name}, &g.pos)
	on.plies = g.plies
	return on
}

// Play plays a legal move with the identities this observer was told. The game may already be
// over by its verdict. An illegal move is a broken invariant of the caller and panics.
func (g *Game) Play(ply board.Ply) {
	if !g.pos.IsLegal(ply.Move) {
		panic(fmt.Sprintf("rules: %v played as ply %d is not legal", ply.Move, g.plies+1))
	}
	final := g.pos.IsCapture(ply.Move) || g.pos.IsReveal(ply.Move)
	var u board.Undo
	g.pos.MakeTold(ply, &u)
	g.plies++
	if final {
		g.forget()
		return
	}
	g.moves = append(g.moves, ply.Move)
	g.keys = append(g.keys, g.pos.Key())
}

// Verdict judges the current position, in this order: no legal move, third repetition, the
// limit of plies without a capture. It looks at the current position alone; that the game was
// over earlier is for the caller to remember.
func (g *Game) Verdict() Verdict {
	if !g.pos.HasLegalMove() {
		return Verdict{WinFor(g.pos.Side().Other()), NoLegalMove}
	}
	if first, ok := g.thirdOccurrence(); ok {
		return JudgeRepetition(&g.base, g.moves, first)
	}
	if g.rules.NoCaptureLimit > 0 && g.pos.Halfmove() >= g.rules.NoCaptureLimit {
		return Verdict{Draw, NoCaptureLimit}
	}
	return Verdict{}
}

// thirdOccurrence reports whether the current position has occurred twice before, and after
// how many of the moves since Base it occurred for the first time of the last three.
func (g *Game) thirdOccurrence() (first int, ok bool) {
	const shortestCycle = 4 // each side moves a piece away and back
	last := len(g.keys) - 1
	before := 0
	for i := last - shortestCycle; i >= 0; i -= 2 {
		if g.keys[i] != g.keys[last] {
			continue
		}
		if before++; before == 2 {
			return i, true
		}
	}
	return 0, false
}
