package board_test

import (
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/recorded"
)

func TestNoAllocation(t *testing.T) {
	var positions []*board.Position
	for i, r := range recorded.Positions.Rows(t) {
		if i%10 == 0 {
			positions = append(positions, parse(t, r["fen"]))
		}
	}
	var buf [board.MaxMoves]board.Move
	var u board.Undo
	var sink int
	allocs := testing.AllocsPerRun(3, func() {
		for _, p := range positions {
			moves := p.LegalMoves(buf[:0])
			for _, m := range moves {
				reveal := board.NoKind
				if p.IsReveal(m) {
					for _, k := range board.PoolKinds {
						if p.PoolCount(p.Side(), k) > 0 {
							reveal = k
						}
					}
				}
				if p.GivesCheck(m, reveal) {
					sink++
				}
				sink += p.SEE(m, &seeValues)
				p.Make(m, reveal, &u)
				sink += p.CountLegal()
				p.Unmake(&u)
			}
			sink += len(p.LegalCaptures(buf[:0]))
			k := p.Pack()
			sink += int(k.Side())
			if !p.InCheck() {
				p.MakeNull(&u)
				p.UnmakeNull(&u)
			}
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if sink == 0 {
		t.Error("nothing was done")
	}
}

// A destination slice without room still gets every move.
func TestLegalMovesAppend(t *testing.T) {
	p := board.StartPosition()
	want := p.LegalMoves(nil)
	dst := make([]board.Move, 1, 2)
	dst[0] = board.MakeMove(3, 4)
	got := p.LegalMoves(dst)
	if len(got) != len(want)+1 || got[0] != dst[0] {
		t.Fatalf("got %v", got)
	}
	for i, m := range want {
		if got[i+1] != m {
			t.Fatalf("move %d: %v, want %v", i, got[i+1], m)
		}
	}
}
