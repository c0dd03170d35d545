package deal

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
)

// String returns the known identities as "a0=A,b0=P,…,i9=c": Red's points, then Black's, in rising order,
// the letters in the case of their side.
func (d Deal) String() string {
	var text strings.Builder
	for i, k := range d.kinds {
		if k == board.General {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte(',')
		}
		text.WriteString(homes[i].String())
		text.WriteByte('=')
		text.WriteByte(board.MakePiece(colorOf(i), k).Letter())
	}
	return text.String()
}

// Parse reads the identities of home points in the form that String writes, entries in any order: of all, or only
// of some, such as those still face down; Complete tells. Each side may have at most as many of a kind as the full
// set. The empty text is the deal that knows nothing.
func Parse(s string) (Deal, error) {
	var d Deal
	if s == "" {
		return d, nil
	}
	left := [board.NumColors][board.NumKinds]uint8{board.FullCount, board.FullCount}
	for entry := range strings.SplitSeq(s, ",") {
		slot, k, err := parseEntry(entry)
		if err != nil {
			return Deal{}, fmt.Errorf("deal entry %q: %w", entry, err)
		}
		side := colorOf(slot)
		switch {
		case d.kinds[slot] != board.General:
			return Deal{}, fmt.Errorf("deal entry %q: %s is given twice", entry, homes[slot])
		case left[side][k] == 0:
			return Deal{}, fmt.Errorf("deal entry %q: %s has only %d of them", entry, side, board.FullCount[k])
		}
		d.kinds[slot] = k
		left[side][k]--
	}
	return d, nil
}

// parseEntry reads "a0=A".
func parseEntry(entry string) (slot int, k board.Kind, err error) {
	if len(entry) != len("a0=A") || entry[2] != '=' {
		return 0, 0, fmt.Errorf("want point=letter, such as a0=A")
	}
	slot = -1
	for i, pt := range homes {
		if pt.String() == entry[:2] {
			slot = i
		}
	}
	if slot < 0 {
		return 0, 0, fmt.Errorf("%s is no home point of a face-down piece", entry[:2])
	}
	k, side, ok := board.KindOfLetter(entry[3])
	if !ok || board.FullCount[k] < 2 {
		return 0, 0, fmt.Errorf("%q is no identity of a face-down piece", entry[3])
	}
	if side != colorOf(slot) {
		return 0, 0, fmt.Errorf("%q is not a letter of %s's side", entry[3], colorOf(slot))
	}
	return slot, k, nil
}
