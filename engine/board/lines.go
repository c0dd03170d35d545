package board

// Line attacks. A rank or file is its occupancy as a small integer (bit i = i-th point of the line);
// tables give, for a place on the line and an occupancy, where chariots and cannons go.

// lineMoves packs two sets of one line: the low half is what a chariot reaches, the first piece
// each way included; the high half what a cannon moves to, the second piece each way included.
// Pieces reached may be of either colour. The bit of the piece's own place does not matter.
type lineMoves uint32

// chariot returns empty points and first pieces.
func (m lineMoves) chariot() uint32 { return uint32(m) & 0xffff }

// cannon returns empty points before the first piece, and second pieces.
func (m lineMoves) cannon() uint32 { return uint32(m) >> 16 }

// jump returns the second piece each way: what a cannon attacks.
func (m lineMoves) jump() uint32 { return uint32(m) >> 16 &^ uint32(m) }

// The first index is the place on the line. Sizes are powers of two to keep index checks cheap.
var (
	rankMoves = func() (t [16][1 << Files]lineMoves) {
		for at := range Files {
			for occ := range t[at] {
				t[at][occ] = walkLine(at, Files, occ)
			}
		}
		return t
	}()
	fileMoves = func() (t [16][1 << Ranks]lineMoves) {
		for at := range Ranks {
			for occ := range t[at] {
				t[at][occ] = walkLine(at, Ranks, occ)
			}
		}
		return t
	}()
)

// walkLine computes one table entry by walking both ways from a place.
func walkLine(at, length, occ int) lineMoves {
	var chariot, cannon lineMoves
	for _, step := range [2]int{1, -1} {
		seen := 0
		for i := at + step; i >= 0 && i < length && seen < 2; i += step {
			bit := lineMoves(1) << i
			taken := occ>>i&1 != 0
			if seen == 0 {
				chariot |= bit
			}
			if taken {
				seen++
			}
			if seen == 0 || seen == 2 {
				cannon |= bit
			}
		}
	}
	return chariot | cannon<<16
}

// lines is one colour's pieces as line occupancies, kept beside the bitboards because
// gathering a file out of them costs more than two exclusive-ors a move.
type lines struct {
	ranks [16]uint16 // index rank+1: the empty ranks below and above the board need no test
	files [16]uint16
}

// toggle adds or removes the piece on pt.
func (l *lines) toggle(pt Point) {
	at := &places[pt&127]
	l.ranks[(at.rank+1)&15] ^= 1 << (at.file & 15)
	l.files[at.file&15] ^= 1 << (at.rank & 15)
}

// place is where a point lies.
type place struct {
	file, rank uint8
	shift      uint8 // of its rank's first bit within its word
	high       bool  // its word is Hi
}

var places = func() (t [128]place) {
	for pt := range Point(NumPoints) {
		f, r := pt.File(), pt.Rank()
		t[pt] = place{uint8(f), uint8(r), uint8(r % 5 * Files), r >= 5}
	}
	return t
}()

// rankSet spreads a rank's line set onto the board.
func (at *place) rankSet(line uint32) Bitboard {
	w := uint64(line) << (at.shift & 63)
	if at.high {
		return Bitboard{Hi: w}
	}
	return Bitboard{Lo: w}
}

// fileSet spreads a file's line set onto the board.
func (at *place) fileSet(line uint32) Bitboard {
	f := at.file & 15
	return Bitboard{spread5(line&31) << f, spread5(line>>5) << f}
}

// rankLine gathers the place's rank of a set.
func (at *place) rankLine(b Bitboard) uint32 {
	w := b.Lo
	if at.high {
		w = b.Hi
	}
	return uint32(w>>(at.shift&63)) & (1<<Files - 1)
}

// onFile reports whether the set has a point on a file.
func (b Bitboard) onFile(file uint8) bool { return (b.Lo|b.Hi)&(fileAWord<<(file&15)) != 0 }

// fileLine gathers the place's file of a set.
func (at *place) fileLine(b Bitboard) uint32 {
	f := at.file & 15
	return gather5(b.Lo>>f) | gather5(b.Hi>>f)<<5
}

// spread5 moves bit i of five to bit 9i: the product holds x at every multiple of 8,
// and bit i of the copy at 8i lies on 9i.
func spread5(x uint32) uint64 { return uint64(x) * 0x0101010101 & fileAWord }

// gather5 moves bit 9i to bit i, for i below 5: the factor's bit 32-8i brings bit 9i to 32+i,
// and no other pair of terms falls between 32 and 36.
func gather5(w uint64) uint32 { return uint32(w&fileAWord*0x0101010101>>32) & 31 }
