package deal

import "jieqi/engine/board"

// NumPoints is the number of home points that hold a face-down piece at the start, both sides together.
const NumPoints = 2 * perSide

const perSide = 15

// homes are the points of a deal, Red's fifteen and then Black's, in rising order.
var homes = [NumPoints]board.Point{
	0, 1, 2, 3, 5, 6, 7, 8, 19, 25, 27, 29, 31, 33, 35,
	54, 56, 58, 60, 62, 64, 70, 81, 82, 83, 84, 86, 87, 88, 89,
}

// slots is the inverse of homes; -1 off the home points.
var slots = func() (s [board.NumPoints]int8) {
	for i := range s {
		s[i] = -1
	}
	for i, pt := range homes {
		s[pt] = int8(i)
	}
	return s
}()

// Deal says what the piece that starts face down on each home point really is. It is a value: comparable,
// and complete unless it was read from a text that names fewer points or is the zero Deal, which knows nothing.
type Deal struct {
	kinds [NumPoints]board.Kind // in the order of homes; General, which is never dealt, means not known
}

// At returns the identity of the piece that starts on pt: NoKind off the home points and where a partial
// deal says nothing.
func (d *Deal) At(pt board.Point) board.Kind {
	if pt >= board.NoPoint || slots[pt] < 0 {
		return board.NoKind
	}
	if k := d.kinds[slots[pt]]; k != board.General {
		return k
	}
	return board.NoKind
}

// Complete reports whether all thirty identities are known.
func (d *Deal) Complete() bool {
	for _, k := range d.kinds {
		if k == board.General {
			return false
		}
	}
	return true
}

// Swap returns the deal with the identities of two home points of one side exchanged: what another
// deal might have been, to show that a player cannot tell. It panics on other points.
func (d Deal) Swap(a, b board.Point) Deal {
	i, j := slots[a], slots[b]
	if i < 0 || j < 0 || colorOf(int(i)) != colorOf(int(j)) {
		panic("deal: swap of " + a.String() + " and " + b.String())
	}
	d.kinds[i], d.kinds[j] = d.kinds[j], d.kinds[i]
	return d
}

// Points returns the home points of side c in the order of the text form: those that Swap exchanges.
func Points(c board.Color) []board.Point {
	points := homes[int(c)*perSide : (int(c)+1)*perSide]
	return append([]board.Point(nil), points...)
}

// colorOf returns the side of homes[slot].
func colorOf(slot int) board.Color {
	if slot < perSide {
		return board.Red
	}
	return board.Black
}
