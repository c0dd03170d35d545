package plain

// board is ninety FEN letters, a0 first, i9 last.
type board [points]byte

// around lists, for each point, the others that a piece of any kind could go to from it or come
// from: those on its rank and file, and those at most two files and two ranks away.
var around = func() (lists [points][]int) {
	for from := range lists {
		for to := range points {
			dx, dy := fileOf(to)-fileOf(from), rankOf(to)-rankOf(from)
			near := max(dx, -dx, dy, -dy) <= 2
			if to != from && (dx == 0 || dy == 0 || near) {
				lists[from] = append(lists[from], to)
			}
		}
	}
	return lists
}()

// role is what the piece on the point moves as: itself, or what belongs on the point while face down.
func (b *board) role(point int) byte {
	if isHidden(b[point]) {
		return upper(home[point])
	}
	return upper(b[point])
}

// reaches reports whether the piece on from moves or captures to the point to, looking neither at
// whose turn it is nor at the safety of generals. With loose, a face-down advisor is
// not held by the palace: the chase rule alone reads it so.
func (b *board) reaches(from, to int, loose bool) bool {
	piece, target := b[from], b[to]
	s := owner(piece)
	if own(target, s) {
		return false
	}
	dx, dy := fileOf(to)-fileOf(from), rankOf(to)-rankOf(from)
	ax, ay := max(dx, -dx), max(dy, -dy)
	switch b.role(from) {
	case 'K':
		return ax+ay == 1 && inPalace(to, s)
	case 'A':
		return ax == 1 && ay == 1 && (!isHidden(piece) || loose || inPalace(to, s))
	case 'B':
		return ax == 2 && ay == 2 && b[(from+to)/2] == empty && (!isHidden(piece) || onHalf(to, s))
	case 'N':
		return ax == 1 && ay == 2 && b[from+dy/2*files] == empty ||
			ax == 2 && ay == 1 && b[from+dx/2] == empty
	case 'R':
		return (dx == 0) != (dy == 0) && b.between(from, to) == 0
	case 'C':
		screens := 0
		if target != empty {
			screens = 1
		}
		return (dx == 0) != (dy == 0) && b.between(from, to) == screens
	case 'P':
		forward := 1
		if s == 'b' {
			forward = -1
		}
		return dx == 0 && dy == forward || ax == 1 && dy == 0 && !onHalf(from, s)
	}
	return false
}

// between counts the pieces strictly between two different points of one rank or file.
func (b *board) between(from, to int) int {
	low, high := min(from, to), max(from, to)
	step := 1
	if fileOf(from) == fileOf(to) {
		step = files
	}
	n := 0
	for point := low + step; point < high; point += step {
		if b[point] != empty {
			n++
		}
	}
	return n
}

// general returns the point of s's general; every board that this package builds has one a side.
func (b *board) general(s side) int {
	letter := byte('K')
	if s == 'b' {
		letter = 'k'
	}
	for point, piece := range b {
		if piece == letter {
			return point
		}
	}
	panic("plain: a side has no general")
}

// attacked reports whether s's general could be taken, generals that face each other included.
func (b *board) attacked(s side) bool {
	general, enemy := b.general(s), s.other()
	for _, point := range around[general] {
		if own(b[point], enemy) && b.strikes(point, general) {
			return true
		}
	}
	return false
}

// strikes reports whether the piece on from attacks the enemy general on the point general.
// A general strikes along an open file.
func (b *board) strikes(from, general int) bool {
	if upper(b[from]) == 'K' {
		return fileOf(from) == fileOf(general) && b.between(from, general) == 0
	}
	return b.reaches(from, general, false)
}

// safeAfter reports whether the mover's general is safe once the piece on from stands on to.
func (b *board) safeAfter(from, to int) bool {
	next := *b
	next[to], next[from] = next[from], empty
	return !next.attacked(owner(b[from]))
}
