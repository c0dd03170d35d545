package plain

import "fmt"

// Move is a displacement between two points, each numbered rank*9 + file from a0 = 0 to i9 = 89.
type Move struct{ From, To uint8 }

// String returns the four-letter form.
func (m Move) String() string { return pointName(int(m.From)) + pointName(int(m.To)) }

// legal lists the moves of s ordered by origin, then target.
func (b *board) legal(s side, list []Move) []Move {
	for from, piece := range b {
		if !own(piece, s) {
			continue
		}
		for _, to := range around[from] {
			if b.reaches(from, to, false) && b.safeAfter(from, to) {
				list = append(list, Move{uint8(from), uint8(to)})
			}
		}
	}
	return list
}

// isLegal reports whether s may play m.
func (b *board) isLegal(s side, m Move) bool {
	from, to := int(m.From), int(m.To)
	return from < points && to < points && from != to &&
		own(b[from], s) && b.reaches(from, to, false) && b.safeAfter(from, to)
}

// parseMove reads "h2e2", "b2e2R" or "b2b9Rn" into the displacement and the letters after it.
func parseMove(text string) (m Move, letters string, err error) {
	if len(text) < 4 || len(text) > 6 {
		return m, "", fmt.Errorf("move %q: want two points and at most two letters", text)
	}
	from, ok1 := parsePoint(text[:2])
	to, ok2 := parsePoint(text[2:4])
	if !ok1 || !ok2 {
		return m, "", fmt.Errorf("move %q: no such point", text)
	}
	return Move{uint8(from), uint8(to)}, text[4:], nil
}
