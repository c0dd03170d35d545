package board_test

import (
	"testing"

	"jieqi/engine/board"
)

func TestLetters(t *testing.T) {
	named := 0
	for b := range 256 {
		k, c, ok := board.KindOfLetter(byte(b))
		if !ok {
			continue
		}
		named++
		if got := board.MakePiece(c, k).Letter(); got != byte(b) {
			t.Errorf("letter %q names %v %v, whose letter is %q", byte(b), c, k, got)
		}
	}
	if named != 2*board.NumKinds {
		t.Errorf("%d letters name a piece, want %d", named, 2*board.NumKinds)
	}
	text := ""
	for k := range board.Kind(board.NumKinds + 2) {
		text += k.String()
	}
	if text != "KABNRCPX--" || board.NoPiece.String() != "." {
		t.Errorf("kinds %q, no piece %q", text, board.NoPiece)
	}
}

func TestHomePoints(t *testing.T) {
	var count [2][board.NumKinds]int
	for pt := range board.Point(128) {
		k, c, ok := board.HomeKind(pt)
		if !ok {
			continue
		}
		count[c][k]++
		if mk, mc, _ := board.HomeKind(pt.Mirror()); mk != k || mc != c {
			t.Errorf("%v: mirror image is home of %v %v", pt, mc, mk)
		}
		if fk, fc, _ := board.HomeKind(pt.Flip()); fk != k || fc == c {
			t.Errorf("%v: flipped image is home of %v %v", pt, fc, fk)
		}
	}
	for c := range count {
		for k, n := range count[c] {
			if k != int(board.General) && n != int(board.FullCount[k]) {
				t.Errorf("%v: %d homes of %v, want %d", board.Color(c), n, board.Kind(k), board.FullCount[k])
			}
		}
		if count[c][board.General] != 0 {
			t.Error("the general's point is listed as a home of face-down pieces")
		}
	}
}
