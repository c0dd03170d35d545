package board_test

import (
	"testing"

	"jieqi/engine/board"

	"pgregory.net/rapid"
)

// Officers agree with what is asked piece by piece, in a struct used before.
func TestOfficers(t *testing.T) {
	var o board.Officers
	walk(t, 30, func(rt *rapid.T, p *board.Position) {
		for c := range board.Color(board.NumColors) {
			p.Officers(c, &o)
			var listed board.Bitboard
			var hits [board.NumKinds]board.Bitboard
			for _, got := range o.List() {
				pt := got.Point
				listed.Set(pt)
				hits[got.Kind] = hits[got.Kind].Or(got.Hits)
				if p.At(pt) != board.MakePiece(c, got.Kind) {
					rt.Fatalf("%v on %v, want %v", got.Kind, pt, p.At(pt))
				}
				if got.Moves.AndNot(p.ColorSet(c)) != p.Destinations(pt) || got.Hits != p.AttacksFrom(pt) {
					rt.Fatalf("%v: moves %v, hits %v, want %v, %v", pt, got.Moves, got.Hits, p.Destinations(pt), p.AttacksFrom(pt))
				}
			}
			if hits != o.Hits {
				rt.Fatalf("hits %v, want %v", o.Hits, hits)
			}
			want := p.ColorSet(c).AndNot(p.Role(c, board.General)).AndNot(p.Role(c, board.Soldier))
			if listed != want || len(o.List()) != want.Count() {
				rt.Fatalf("%d listed: %v, want %v", len(o.List()), listed, want)
			}
		}
	})
}
