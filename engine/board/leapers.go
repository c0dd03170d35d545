package board

// Attack tables of the pieces that step. The four diagonal neighbours of a point are numbered by a
// 4-bit index, the four orthogonal ones by another; horse legs and elephant eyes are looked up by
// which of those neighbours are occupied.

var (
	advisorSteps  [128]Bitboard    // the diagonal neighbours, the whole board over: a face-up advisor
	palaceAdvisor [128]Bitboard    // the same within a palace: a face-down advisor
	generalSteps  [128]Bitboard    // orthogonal steps within a palace
	soldierSteps  [2][128]Bitboard // by colour
	soldierFrom   [2][128]Bitboard // where a soldier of that colour attacks the point from
	horseRing     [128]Bitboard    // horse steps, legs ignored
	elephantRing  [128]Bitboard    // elephant steps, eyes ignored

	horseTo    [128][16]Bitboard // horse steps by occupied orthogonal neighbours of the horse
	horseFrom  [128][16]Bitboard // horses that attack the point, by its occupied diagonal neighbours
	elephantTo [128][16]Bitboard // elephant steps (either way) by occupied diagonal neighbours
)

// Orthogonal neighbour i has bit i of an orthogonal index, diagonal neighbour i bit i of a diagonal one.
var (
	orthogonal = [4][2]int{{-1, 0}, {0, -1}, {1, 0}, {0, 1}} // file, rank
	diagonal   = [4][2]int{{-1, 1}, {-1, -1}, {1, 1}, {1, -1}}
)

func init() {
	for pt := range Point(NumPoints) {
		initSteps(pt)
		initHorse(pt)
		initElephant(pt)
	}
}

// step returns the point a displacement away; ok is false off the board.
func step(pt Point, df, dr int) (to Point, ok bool) {
	f, r := pt.File()+df, pt.Rank()+dr
	if f < 0 || f >= Files || r < 0 || r >= Ranks {
		return NoPoint, false
	}
	return MakePoint(f, r), true
}

// inPalace reports whether pt lies in either palace.
func inPalace(pt Point) bool {
	f, r := pt.File(), pt.Rank()
	return f >= 3 && f <= 5 && (r <= 2 || r >= 7)
}

func initSteps(pt Point) {
	for _, d := range diagonal {
		if to, ok := step(pt, d[0], d[1]); ok {
			advisorSteps[pt].Set(to)
			if inPalace(pt) && inPalace(to) {
				palaceAdvisor[pt].Set(to)
			}
		}
	}
	for _, o := range orthogonal {
		to, ok := step(pt, o[0], o[1])
		if !ok {
			continue
		}
		if inPalace(pt) && inPalace(to) {
			generalSteps[pt].Set(to)
		}
		for c := range Color(NumColors) {
			forward, crossed := 1, pt.Rank() >= 5
			if c == Black {
				forward, crossed = -1, !crossed
			}
			if o[1] == forward || o[0] != 0 && crossed {
				soldierSteps[c][pt].Set(to)
				soldierFrom[c][to].Set(pt)
			}
		}
	}
}

func initHorse(pt Point) {
	for i, o := range orthogonal {
		for _, side := range [2]int{-1, 1} {
			df, dr := 2*o[0]+side*o[1], 2*o[1]+side*o[0]
			to, ok := step(pt, df, dr)
			if !ok {
				continue
			}
			horseRing[pt].Set(to)
			// Seen from the target the leg is the diagonal neighbour nearest to the horse.
			leg := diagonalIndex(pt.File()+o[0]-to.File(), pt.Rank()+o[1]-to.Rank())
			for occ := range 16 {
				if occ>>i&1 == 0 {
					horseTo[pt][occ].Set(to)
				}
				if occ>>leg&1 == 0 {
					horseFrom[to][occ].Set(pt)
				}
			}
		}
	}
}

func initElephant(pt Point) {
	for i, d := range diagonal {
		to, ok := step(pt, 2*d[0], 2*d[1])
		if !ok {
			continue
		}
		elephantRing[pt].Set(to)
		for occ := range 16 {
			if occ>>i&1 == 0 {
				elephantTo[pt][occ].Set(to)
			}
		}
	}
}

// diagonalIndex returns the number of a diagonal neighbour.
func diagonalIndex(df, dr int) int {
	for i, d := range diagonal {
		if d == [2]int{df, dr} {
			return i
		}
	}
	panic("board: not a diagonal neighbour")
}

// orthogonalIndex reads which orthogonal neighbours are occupied off the place's rank and file.
func (at *place) orthogonalIndex(rank, file uint32) uint32 {
	return rank<<1>>(at.file&15)&5 | file<<1>>(at.rank&15)&5<<1
}

// diagonalIndex reads which diagonal neighbours are occupied off the ranks above and below.
func (at *place) diagonalIndex(above, below uint32) uint32 {
	return above<<1>>(at.file&15)&5 | below<<1>>(at.file&15)&5<<1
}

// diagonalOf gathers the diagonal index of a place out of an occupancy.
func (at *place) diagonalOf(occ Bitboard) uint32 {
	return at.diagonalIndex(rankOf(occ, int(at.rank)+1), rankOf(occ, int(at.rank)-1))
}

// rankOf returns rank r of a set as a line, 0 when r is off the board.
func rankOf(b Bitboard, r int) uint32 {
	switch {
	case r < 0 || r >= Ranks:
		return 0
	case r < 5:
		return uint32(b.Lo>>(r*Files)) & (1<<Files - 1)
	default:
		return uint32(b.Hi>>((r-5)*Files)) & (1<<Files - 1)
	}
}
