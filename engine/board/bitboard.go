package board

import "math/bits"

// Bitboard is a set of points. Lo holds ranks 0 to 4 (bit = point), Hi ranks 5 to 9
// (bit = point - 45), so that the river lies between the two words and no rank,
// shifted sideways or along its files within a word, spills into the other.
type Bitboard struct{ Lo, Hi uint64 }

const (
	halfPoints = NumPoints / 2
	halfMask   = 1<<halfPoints - 1 // the bits of a word that are points
	fileAWord  = 0x1008040201      // file a in either word: bits 0, 9, 18, 27, 36
	fileIWord  = fileAWord << (Files - 1)
)

// BitboardOf returns the set holding just pt.
func BitboardOf(pt Point) Bitboard { return pointBit[pt&127] }

// Has reports whether pt is in the set; false for NoPoint and beyond.
func (b Bitboard) Has(pt Point) bool {
	bit := pointBit[pt&127]
	return b.Lo&bit.Lo|b.Hi&bit.Hi != 0
}

// Set adds pt to the set.
func (b *Bitboard) Set(pt Point) { *b = b.Or(pointBit[pt&127]) }

// Clear takes pt out of the set.
func (b *Bitboard) Clear(pt Point) { *b = b.AndNot(pointBit[pt&127]) }

// And returns the points in both sets.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the points in either set.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the points in exactly one of the sets.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the points of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns the points of the board that are not in b.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & halfMask, ^b.Hi & halfMask} }

// Empty reports whether the set has no point.
func (b Bitboard) Empty() bool { return b.Lo|b.Hi == 0 }

// Intersects reports whether the two sets share a point.
func (b Bitboard) Intersects(o Bitboard) bool { return b.Lo&o.Lo|b.Hi&o.Hi != 0 }

// Count returns the number of points in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// First returns the lowest point of the set, or NoPoint when it is empty.
func (b Bitboard) First() Point {
	if b.Lo != 0 {
		return Point(bits.TrailingZeros64(b.Lo))
	}
	if b.Hi != 0 {
		return Point(halfPoints + bits.TrailingZeros64(b.Hi))
	}
	return NoPoint
}

// PopFirst removes and returns the lowest point. The set must not be empty.
func (b *Bitboard) PopFirst() Point {
	if b.Lo != 0 {
		pt := Point(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return pt
	}
	pt := Point(halfPoints + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return pt
}

// half returns the word of c's own five ranks. All short-range attackers of a general
// stand in that word, because the palace is three ranks deep and no step longer than two.
func (b Bitboard) half(c Color) uint64 {
	if c == Red {
		return b.Lo
	}
	return b.Hi
}

// pointBit holds the one-point sets; entries past the board are empty.
var pointBit = func() (t [128]Bitboard) {
	for pt := range NumPoints {
		if pt < halfPoints {
			t[pt].Lo = 1 << pt
		} else {
			t[pt].Hi = 1 << (pt - halfPoints)
		}
	}
	return t
}()
