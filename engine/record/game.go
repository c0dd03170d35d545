package record

import (
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// Game is a recorded game so far: what the public and each side know, and how it ended.
type Game struct {
	public *rules.Game
	sides  [board.NumColors]board.Position
	end    rules.Verdict
	endPly int
}

// NewGame returns the record of a game that begins at start. All three views begin with its pools.
func NewGame(r rules.Rules, start *board.Position) *Game {
	g := &Game{
		public: rules.NewGame(r, start),
		sides:  [board.NumColors]board.Position{*start, *start},
	}
	g.judge()
	return g
}

// Play applies the next move, given as text with its identities. A refused move changes
// nothing. Moves after the end of the game are applied too; the first verdict stays.
func (g *Game) Play(text string) error {
	ply, err := g.parse(text)
	if err != nil {
		return fmt.Errorf("move %d: %w", g.public.Plies()+1, err)
	}
	mover := g.public.Position().Side()
	var u board.Undo
	for c := range g.sides {
		g.sides[c].MakeTold(ply.Told(mover, board.Color(c)), &u)
	}
	g.public.Play(ply.Public())
	g.judge()
	return nil
}

// parse reads the move as both sides may know it. The victim must be possible for the mover,
// who learns it, and what turned up must be possible for the opponent too, who may have taken
// the last of that kind face down.
func (g *Game) parse(text string) (board.Ply, error) {
	mover := g.public.Position().Side()
	ply, err := notation.ParsePly(&g.sides[mover], text)
	if err != nil {
		return ply, err
	}
	_, err = notation.ParsePly(&g.sides[mover.Other()], text)
	return ply, err
}

// judge keeps the first verdict that ends the game.
func (g *Game) judge() {
	if g.end.Over() {
		return
	}
	g.end = g.public.Verdict()
	g.endPly = g.public.Plies()
}

// Public returns the position as a spectator knows it. Borrowed: it changes with the next Play.
func (g *Game) Public() *board.Position { return g.public.Position() }

// View returns the position as side c knows it. Borrowed: it changes with the next Play.
func (g *Game) View(c board.Color) *board.Position { return &g.sides[c] }

// Verdict returns how the game ended and after how many plies, or an ongoing verdict and -1.
func (g *Game) Verdict() (v rules.Verdict, endPly int) {
	if !g.end.Over() {
		return g.end, -1
	}
	return g.end, g.endPly
}
