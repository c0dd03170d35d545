package board

import "math/bits"

// Packed is a view in 48 bytes: what stands on each point, both pools and the side to move,
// without counters. It is comparable: equal positions (counters aside) have equal Packed values.
//
// Each point takes four bits, sixteen points a word from a0 on: 0 empty, 1 to 7 Red's General to
// Soldier, 8 to 14 Black's, 15 face-down (its colour follows from the point). Above the last ten
// points, word 5 has each pool as a number of eleven bits in mixed radix (Red's from bit 40,
// Black's from bit 51) and the side to move in bit 62.
type Packed struct{ words [6]uint64 }

// PlacedPiece is a piece and where it stands.
type PlacedPiece struct {
	Point Point
	Piece Piece
}

const (
	packedDown  = 15
	poolBits    = 11
	poolShift   = (NumPoints - 80) * 4
	sideShift   = poolShift + 2*poolBits
	pointsAWord = 16
)

// Pack returns the compact form of the position.
func (p *Position) Pack() Packed {
	var k Packed
	for c := range Color(NumColors) {
		for b := p.colors[c]; !b.Empty(); {
			pt := b.PopFirst()
			k.put(pt, packPiece(p.cells[pt]))
		}
		k.words[5] |= packPool(&p.pools[c]) << (poolShift + poolBits*int(c))
	}
	k.words[5] |= uint64(p.side) << sideShift
	return k
}

// Advance makes k what it is after the move that left d behind, without the position: a fraction of what Pack costs.
func (k *Packed) Advance(d *Delta) {
	us := Color(d.Before >> 3 & 1)
	k.clear(d.Move.From())
	k.clear(d.Move.To())
	k.put(d.Move.To(), packPiece(d.After))
	if d.IsReveal() {
		k.words[5] -= poolUnit(us, d.After.Kind())
	}
	if d.Victim != NoKind {
		k.words[5] -= poolUnit(us.Other(), d.Victim)
	}
	k.words[5] ^= 1 << sideShift
}

// Unpack returns the view as plain data, with Halfmove 0 and Fullmove 1.
func (k *Packed) Unpack() Setup {
	s := Setup{Side: k.Side(), Pools: [2]Pool{k.Pool(Red), k.Pool(Black)}, Fullmove: 1}
	for pt := range s.Pieces {
		s.Pieces[pt] = NoPiece
	}
	var buf [2 * maxPieces]PlacedPiece
	for _, pp := range buf[:k.Pieces(&buf)] {
		s.Pieces[pp.Point] = pp.Piece
	}
	return s
}

// Side returns the side to move.
func (k *Packed) Side() Color { return Color(k.words[5] >> sideShift & 1) }

// Pool returns the identities of c that the observer has not seen.
func (k *Packed) Pool(c Color) Pool {
	n := k.words[5] >> (poolShift + poolBits*int(c&1)) & (1<<poolBits - 1)
	return poolOfNumber[n]
}

// Pieces writes all pieces to dst in the order of their points and returns how many there are.
func (k *Packed) Pieces(dst *[2 * maxPieces]PlacedPiece) int {
	n := 0
	for first := 0; first < len(k.words); first += 4 {
		// One loop for the points of several words: how long a loop is cannot be predicted.
		occupied := uint64(0)
		for w := first; w < min(first+4, len(k.words)); w++ {
			occupied |= occupiedPoints(k.words[w]) << ((w - first) * pointsAWord)
		}
		if first > 0 {
			occupied &= 1<<(NumPoints-64) - 1 // above are the pools
		}
		for ; occupied != 0 && n < len(dst); occupied &= occupied - 1 {
			pt := first*pointsAWord + bits.TrailingZeros64(occupied)
			code := k.words[pt/pointsAWord] >> (pt % pointsAWord * 4) & 15
			dst[n] = PlacedPiece{Point(pt), unpackedPiece[pt][code]}
			n++
		}
	}
	return n
}

// occupiedPoints returns which of a word's sixteen points have a code, as its low bits.
func occupiedPoints(word uint64) uint64 {
	m := (word | word>>1 | word>>2 | word>>3) & 0x1111111111111111
	m = (m | m>>3) & 0x0303030303030303
	m = (m | m>>6) & 0x000f000f000f000f
	m = (m | m>>12) & 0x000000ff000000ff
	return (m | m>>24) & 0xffff
}

// put writes the code of a point that is still empty.
func (k *Packed) put(pt Point, code uint64) {
	k.words[pt/pointsAWord] |= code << (pt % pointsAWord * 4)
}

// clear writes that nothing stands on a point.
func (k *Packed) clear(pt Point) {
	k.words[pt/pointsAWord] &^= 15 << (pt % pointsAWord * 4)
}

// packPiece returns the four-bit code of a piece.
func packPiece(pc Piece) uint64 {
	if pc.Kind() == FaceDown {
		return packedDown
	}
	return uint64(pc) + 1 - uint64(pc.Color())
}

// unpackedPiece is the inverse of packPiece: the piece with a code on a point. A table, since which code comes next
// is beyond branch prediction.
var unpackedPiece = func() (t [NumPoints][1 << 4]Piece) {
	for pt := range t {
		t[pt][0] = NoPiece
		for code := 1; code < packedDown; code++ {
			t[pt][code] = Piece(code)
			if code < 8 {
				t[pt][code] = Piece(code - 1)
			}
		}
		t[pt][packedDown] = homePiece[pt]&^7 | Piece(FaceDown)
	}
	return t
}()

// packPool returns the pool as a mixed-radix number, the first of PoolKinds least.
func packPool(pool *Pool) uint64 {
	n := uint64(0)
	for i := len(PoolKinds) - 1; i >= 0; i-- {
		k := PoolKinds[i]
		n = n*uint64(FullCount[k]+1) + uint64(pool[k])
	}
	return n
}

// poolUnits is what one identity of a kind is worth in packPool's number.
var poolUnits = func() (u [NumKinds]uint64) {
	for _, k := range PoolKinds {
		var one Pool
		one[k] = 1
		u[k] = packPool(&one)
	}
	return u
}()

// poolUnit is the same in word 5, for side c.
func poolUnit(c Color, k Kind) uint64 {
	return poolUnits[k] << (poolShift + poolBits*int(c))
}

// poolOfNumber is the inverse of packPool; numbers that no pool has stand for empty pools.
var poolOfNumber = func() (t [1 << poolBits]Pool) {
	for n := range t {
		rest := n
		for _, k := range PoolKinds {
			t[n][k] = uint8(rest % int(FullCount[k]+1))
			rest /= int(FullCount[k] + 1)
		}
		if rest != 0 {
			t[n] = Pool{}
		}
	}
	return t
}()
