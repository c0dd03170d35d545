package board_test

import (
	"slices"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/plain"
	"pgregory.net/rapid"
)

// The second opinion, which shares no code with this package, lists the same moves and sees the same checks.
func TestSecondOpinionOnMoves(t *testing.T) {
	walk(t, 60, func(rt *rapid.T, p *board.Position) {
		fen := notation.FormatFEN(p)
		g, err := plain.NewGame(fen, 0)
		if err != nil {
			rt.Fatalf("%s: %v", fen, err)
		}
		var want []board.Move
		for _, m := range g.Legal() {
			want = append(want, board.MakeMove(board.Point(m.From), board.Point(m.To)))
		}
		got := p.LegalMoves(nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			rt.Fatalf("%s:\n got %v\nwant %v", fen, got, want)
		}
		if g.InCheck() != p.InCheck() {
			rt.Fatalf("%s: in check %v, want %v", fen, p.InCheck(), g.InCheck())
		}
	})
}
