package rules

import (
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
)

// The clauses of the real threat, one position each: want lists the enemy pieces that the side
// to move threatens.
func TestThreatened(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"bare cannon", "3k5/9/9/9/2c6/R8/9/9/9/5K3 w - 0 1", ""},
		{"chariot on its rank", "3k5/9/9/9/R1c6/9/9/9/9/5K3 w - 0 1", "c5"},
		{"protected by a chariot", "2rk5/9/9/9/R1c6/9/9/9/9/5K3 w - 0 1", ""},
		{"protected by a soldier", "3k5/9/9/2p6/R1c6/9/9/9/9/5K3 w - 0 1", ""},
		{"protected by the general", "9/3k5/R2c5/9/9/9/9/9/9/5K3 w - 0 1", ""},
		{"the general would retake into a chariot", "9/3k5/R2c4R/9/9/9/9/9/9/5K3 w - 0 1", "d7"},
		{"the general would retake into the other general", "9/4k4/R2nc4/9/9/9/9/9/9/3K5 w - 0 1", "d7"},
		{"the protector is pinned", "4k4/9/4n4/9/R1c6/4R4/9/9/9/5K3 w - 0 1", "c5 e7"},
		{"the protector blocks a horse's leg", "4k4/Rc3r3/5N3/9/9/9/9/9/9/3K5 w - 0 1", "b8"},
		{"general as hunter", "4k4/9/9/9/9/9/9/3c5/3K5/9 w - 0 1", ""},
		{"soldier as hunter", "5k3/9/9/9/2c6/2P6/9/9/9/3K5 w - 0 1", ""},
		{"soldier not yet across", "5k3/9/9/R1p6/9/9/9/9/9/3K5 w - 0 1", ""},
		{"soldier just across", "5k3/9/9/9/9/R1p6/9/9/9/3K5 w - 0 1", "c4"},
		{"red soldier just across", "5k3/9/9/9/r1P6/9/9/9/9/3K5 b - 0 1", "c5"},
		{"red soldier not yet across", "5k3/9/9/9/9/r1P6/9/9/9/3K5 b - 0 1", ""},
		{"horse takes a protected chariot", "r2k5/9/9/9/r8/9/1N7/9/9/5K3 w - 0 1", "a5"},
		{"horse takes no protected cannon", "r2k5/9/9/9/c8/9/1N7/9/9/5K3 w - 0 1", ""},
		{"cannon takes a protected chariot", "r2k5/9/9/9/r1P1C4/9/9/9/9/5K3 w - 0 1", "a5"},
		{"chariot takes no protected chariot", "r2k5/9/9/9/r1R6/9/9/9/9/5K3 w - 0 1", ""},
		{"elephant takes a protected horse", "r2k5/9/9/9/n8/9/2B6/9/9/5K3 w - 0 1", "a5"},
		{"elephant's eye blocked", "r2k5/9/9/9/n8/1P7/2B6/9/9/5K3 w - 0 1", ""},
		{"advisor takes a protected cannon", "r2k5/9/9/9/c8/1A7/9/9/9/5K3 w - 0 1", "a5"},
		{"advisor takes no protected elephant", "r2k5/9/9/9/b8/1A7/9/9/9/5K3 w - 0 1", ""},
		{"advisor takes a bare elephant", "3k5/9/9/9/b8/1A7/9/9/9/5K3 w - 0 1", "a5"},
		{"chariots face each other", "3k5/9/9/9/R1r6/9/9/9/9/5K3 w - 0 1", ""},
		{"the other chariot is pinned", "3k5/9/9/9/R2r5/9/9/9/3R5/5K3 w - 0 1", "d5"},
		{"horses face each other", "3k5/9/9/9/1n7/9/2N6/9/9/5K3 w - 0 1", ""},
		{"the other horse's leg is blocked", "3k5/9/9/9/1n7/1P7/2N6/9/9/5K3 w - 0 1", "b5"},
		{"our horse's leg is blocked", "3k5/9/9/9/1n7/2P6/2N6/9/9/5K3 w - 0 1", ""},
		{"pinned hunter", "3k1r3/9/9/9/c4R3/9/9/9/9/5K3 w - 0 1", ""},
		{"pinned hunter takes the pinner", "3k1r3/9/9/9/5N3/5N3/9/9/9/5K3 w - 0 1", ""},
		{"pinned chariot and its pinner", "3k5/5n3/9/5c3/5R3/9/5P3/9/9/5K3 w - 0 1", "f6"},
		{"hunter pinned by a cannon over two", "3k1c3/9/9/9/n4R3/9/5P3/9/9/5K3 w - 0 1", "f9"},
		{"one more between, no pin", "3k1c3/5p3/9/9/n4R3/9/5P3/9/9/5K3 w - 0 1", "a5"},
		{"hunter keeps the generals apart", "4k4/9/9/2c6/4N4/9/9/9/9/4K4 w - 0 1", ""},
		{"hunter on the horse's leg", "5k3/9/9/9/9/9/9/3n5/n2R5/4K4 w - 0 1", "d2"},
		{"hunter on an elephant's eye", "5k3/9/9/9/9/9/9/2b6/n2R5/4K4 w - 0 1", ""},
		{"face-down chariot as hunter", "5k3/9/9/9/9/9/9/n8/9/X3K4 w R 0 1", "a2"},
		{"face-down soldier as hunter", "5k3/9/9/9/9/c8/X8/9/9/4K4 w R 0 1", ""},
		{"face-down chariot as victim", "x4k3/9/9/9/9/9/9/9/1N7/R3K4 w r 0 1", ""},
		{"face-down horse as victim", "1x3k3/9/9/9/9/9/9/9/9/1R2K4 w r 0 1", "b9"},
		{"face-down soldier as victim", "5k3/9/9/x8/9/9/9/9/9/R3K4 w r 0 1", ""},
		{"face-down protector", "1xx2k3/9/n8/9/9/9/9/9/9/R3K4 w rn 0 1", ""},
		{"a face-down advisor hunts out of the palace", "5k3/9/9/9/9/9/9/9/2n6/3XK4 w R 0 1", "c1"},
		{"a face-down advisor protects out of the palace", "3x1k3/9/9/9/2n6/9/9/9/9/2R1K4 w r 0 1", "c5"},
		{"and the piece it protects", "3x1k3/2n6/9/9/9/9/9/9/9/2R1K4 w r 0 1", ""},
		{"not after it has turned up", "3c1k3/2n6/9/9/9/9/9/9/9/2R1K4 w - 0 1", "c8"},
		{"black's other advisor too", "3k1x3/6n2/9/9/9/9/9/9/9/4K1R2 w r 0 1", ""},
		{"red's other advisor too", "3k5/9/9/9/9/9/9/9/6N2/4KXr2 b A 0 1", ""},
		{"advisors of one kind, one face down", "5k3/9/9/9/9/9/9/9/2a6/3XK4 w R 0 1", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := notation.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			c := p.Side()
			if got := names(threatened(p, c, p.ColorSet(c.Other()))); got != tt.want {
				t.Errorf("%v threatens %q, want %q", c, got, tt.want)
			}
		})
	}
}

func names(set board.Bitboard) string {
	var out []string
	for !set.Empty() {
		out = append(out, set.PopFirst().String())
	}
	return strings.Join(out, " ")
}
