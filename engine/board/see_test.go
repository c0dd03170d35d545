package board_test

import (
	"testing"

	"jieqi/engine/board"
	"pgregory.net/rapid"
)

// seeValues has a value of its own for each kind, so that a wrong taker shows.
var seeValues = [board.NumKinds]int{
	board.General: 9000, board.Advisor: 210, board.Elephant: 220, board.Horse: 430,
	board.Chariot: 900, board.Cannon: 460, board.Soldier: 100, board.FaceDown: 300,
}

func TestSEE(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            int
	}{
		{"quiet and safe", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a5", 0},
		{"free soldier", "3k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a6", 100},
		{"protected soldier", "r2k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a6", 100 - 900},
		{"exchange of chariots", "r2k5/9/9/p8/9/9/9/9/R8/R3K4 w", "a1a6", 100 - 900 + 900},
		{"quiet into a soldier", "3k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a5", -900},
		{"cannon has a screen of its own", "r2k5/9/9/p8/9/R8/P8/9/9/C3K4 w", "a4a6", 100 - 900 + 900},
		{"cannon loses its screen with the first taker", "r2k5/9/9/p8/9/9/9/R8/C8/4K4 w", "a2a6", 100 - 900},
		{"horse whose leg the taker was", "3k5/9/9/2nA5/4p4/9/9/9/9/4K4 w", "d6e5", 100 - 210},
		{"horse with a blocked leg", "3k5/9/9/9/2np5/9/4R4/9/9/4K4 w", "e3e4", 0},
		{"general takes what stands alone", "4k4/4R4/9/9/9/9/9/9/9/3K5 b", "e9e8", 900},
		{"cannon without a screen protects nothing", "4k4/4p4/9/9/4R4/9/9/9/4C4/3K5 w", "e5e8", 100 - 900},
		{"general stays out of a protected point", "4k4/4p3R/9/9/4R4/9/9/9/9/3K5 w", "e5e8", 100},
		{"face-down victim", "xrbak4/9/9/9/9/9/9/9/9/R2K5 w", "a0a9", 300 - 900},
		{"face-down taker", "xx2k4/9/1R7/9/9/9/9/9/9/3K5 w", "b7b9", 300 - 900},
	} {
		p := parse(t, c.fen+" R0A0C0P0N0B0r0a0c0p2n0b0 0 1")
		m := board.MakeMove(point(c.move[:2]), point(c.move[2:]))
		if !p.IsLegal(m) {
			t.Errorf("%s: %v is not legal", c.name, m)
			continue
		}
		if got := p.SEE(m, &seeValues); got != c.want {
			t.Errorf("%s: SEE %d, want %d", c.name, got, c.want)
		}
	}
}

// point reads a point's name.
func point(s string) board.Point { return board.MakePoint(int(s[0]-'a'), int(s[1]-'0')) }

// exchange is SEE by its definition: take with the cheapest or stop.
func exchange(p *board.Position, side board.Color, to board.Point, occ board.Bitboard, onTarget int) int {
	mine := p.AttackersTo(to, occ).And(occ).And(p.ColorSet(side))
	best := board.NoPoint
	for b := mine; !b.Empty(); {
		pt := b.PopFirst()
		if best == board.NoPoint || seeValues[p.At(pt).Kind()] < seeValues[p.At(best).Kind()] {
			best = pt
		}
	}
	if best == board.NoPoint {
		return 0
	}
	occ.Clear(best)
	if best == p.General(side) && !p.AttackersTo(to, occ).And(occ).And(p.ColorSet(side.Other())).Empty() {
		return 0
	}
	return max(0, onTarget-exchange(p, side.Other(), to, occ, seeValues[p.At(best).Kind()]))
}

func TestSEEIsTheExchange(t *testing.T) {
	walk(t, 40, func(rt *rapid.T, p *board.Position) {
		for _, m := range p.LegalMoves(nil) {
			occ := p.Occupied()
			occ.Clear(m.From())
			occ.Set(m.To())
			want := -exchange(p, p.Side().Other(), m.To(), occ, seeValues[p.At(m.From()).Kind()])
			if v := p.At(m.To()); v != board.NoPiece {
				want += seeValues[v.Kind()]
			}
			if got := p.SEE(m, &seeValues); got != want {
				rt.Fatalf("%v: SEE %d, want %d", m, got, want)
			}
			for _, threshold := range []int{want - 1, want, want + 1, -400, -100, -1, 0, 1, 100} {
				if got := p.SEEAtLeast(m, &seeValues, threshold); got != (want >= threshold) {
					rt.Fatalf("%v: SEEAtLeast(%d) %v with SEE %d", m, threshold, got, want)
				}
			}
		}
	})
}
