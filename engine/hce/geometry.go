package hce

import "jieqi/engine/board"

// Sets of points that the terms ask about.
var (
	palaces = [board.NumColors]board.Bitboard{
		board.Red:   where(func(file, rank int) bool { return file >= 3 && file <= 5 && rank <= 2 }),
		board.Black: where(func(file, rank int) bool { return file >= 3 && file <= 5 && rank >= 7 }),
	}
	// halves are the five ranks of each side before the river.
	halves = [board.NumColors]board.Bitboard{
		board.Red:   where(func(_, rank int) bool { return rank < board.Ranks/2 }),
		board.Black: where(func(_, rank int) bool { return rank >= board.Ranks/2 }),
	}
	fileA, fileI = files[0], files[board.Files-1]

	files = func() (t [board.Files]board.Bitboard) {
		for f := range t {
			t[f] = where(func(file, _ int) bool { return file == f })
		}
		return t
	}()
	ranks = func() (t [board.Ranks]board.Bitboard) {
		for r := range t {
			t[r] = where(func(_, rank int) bool { return rank == r })
		}
		return t
	}()
	// ranksBetween and filesBetween hold what lies strictly between two ranks (files), in either
	// order; and a whole file (rank) cut by one of them is what lies between two points.
	ranksBetween = func() (t [board.Ranks][board.Ranks]board.Bitboard) {
		for a := range t {
			for b := range t {
				t[a][b] = where(func(_, rank int) bool { return rank > min(a, b) && rank < max(a, b) })
			}
		}
		return t
	}()
	filesBetween = func() (t [board.Files][board.Files]board.Bitboard) {
		for a := range t {
			for b := range t {
				t[a][b] = where(func(file, _ int) bool { return file > min(a, b) && file < max(a, b) })
			}
		}
		return t
	}()
)

// where returns the points of the board that satisfy a condition on file 0..8 and rank 0..9.
func where(in func(file, rank int) bool) (b board.Bitboard) {
	for pt := board.Point(0); pt < board.NoPoint; pt++ {
		if in(pt.File(), pt.Rank()) {
			b.Set(pt)
		}
	}
	return b
}

// east returns the points one file to the right of those in b.
func east(b board.Bitboard) board.Bitboard {
	b = b.AndNot(fileI)
	return board.Bitboard{Lo: b.Lo << 1, Hi: b.Hi << 1}
}

// ahead returns the points one rank before those in b, as side c looks at the board. Each word of
// a Bitboard holds five ranks.
func ahead(b board.Bitboard, c board.Color) board.Bitboard {
	const (
		last = 4 * board.Files
		full = 1<<(5*board.Files) - 1
	)
	if c == board.Red {
		return board.Bitboard{Lo: b.Lo << board.Files & full, Hi: b.Hi<<board.Files&full | b.Lo>>last}
	}
	return board.Bitboard{Lo: b.Lo>>board.Files | b.Hi<<last&full, Hi: b.Hi >> board.Files}
}

// west returns the points one file to the left of those in b.
func west(b board.Bitboard) board.Bitboard {
	b = b.AndNot(fileA)
	return board.Bitboard{Lo: b.Lo >> 1, Hi: b.Hi >> 1}
}

// generalSteps are the points next to each point of a palace within that palace.
var generalSteps = func() (t [128]board.Bitboard) {
	both := palaces[board.Red].Or(palaces[board.Black])
	for set := both; !set.Empty(); {
		pt := set.PopFirst()
		b := board.BitboardOf(pt)
		t[pt] = ahead(b, board.Red).Or(ahead(b, board.Black)).Or(east(b)).Or(west(b)).And(both)
	}
	return t
}()
