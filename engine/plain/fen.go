package plain

import (
	"fmt"
	"strconv"
	"strings"
)

// poolOrder is the order in which a FEN counts the identities not seen.
const poolOrder = "RACPNBracpnb"

// pool counts the identities that an observer has not seen, in the order of poolOrder.
type pool [len(poolOrder)]int

func (p *pool) write(text *strings.Builder) {
	for i, n := range p {
		text.WriteByte(poolOrder[i])
		text.WriteString(strconv.Itoa(n))
	}
}

func parsePool(text string) (pool, error) {
	var p pool
	if len(text) != 2*len(poolOrder) {
		return p, fmt.Errorf("pool %q: want the twelve letters %s, a digit after each", text, poolOrder)
	}
	for i := range p {
		if text[2*i] != poolOrder[i] || text[2*i+1] < '0' || text[2*i+1] > '9' {
			return p, fmt.Errorf("pool %q: want %c and a digit at %d", text, poolOrder[i], 2*i)
		}
		p[i] = int(text[2*i+1] - '0')
	}
	return p, nil
}

// parseBoard reads the first field of a FEN, rank 9 first.
func parseBoard(text string) (board, error) {
	var b board
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return b, fmt.Errorf("board %q: %d ranks, want %d", text, len(rows), ranks)
	}
	for i, row := range rows {
		point, end := (ranks-1-i)*files, (ranks-i)*files
		for _, c := range []byte(row) {
			run, letter := 1, c
			if c >= '1' && c <= '9' {
				run, letter = int(c-'0'), empty
			} else if !strings.ContainsRune("KABNRCPXkabnrcpx", rune(c)) {
				return b, fmt.Errorf("board: letter %q in rank %d", c, ranks-1-i)
			}
			if point+run > end {
				return b, fmt.Errorf("board: rank %d has more than %d points", ranks-1-i, files)
			}
			for ; run > 0; run-- {
				b[point] = letter
				point++
			}
		}
		if point != end {
			return b, fmt.Errorf("board: rank %d has fewer than %d points", ranks-1-i, files)
		}
	}
	return b, b.validate()
}

// validate checks what the rest of the package leans on: one general a side, in its palace, and
// face-down pieces on home points of their own colour.
func (b *board) validate() error {
	var generals [2]int
	for point, piece := range b {
		switch {
		case piece == 'K':
			generals[0]++
		case piece == 'k':
			generals[1]++
		case isHidden(piece) && (home[point] == empty || owner(home[point]) != owner(piece)):
			return fmt.Errorf("board: %c on %s, no home point of its colour", piece, pointName(point))
		}
		if upper(piece) == 'K' && !inPalace(point, owner(piece)) {
			return fmt.Errorf("board: %c on %s, outside its palace", piece, pointName(point))
		}
	}
	if generals != [2]int{1, 1} {
		return fmt.Errorf("board: %d red and %d black generals, want one each", generals[0], generals[1])
	}
	return nil
}

func (b *board) write(text *strings.Builder) {
	for rank := ranks - 1; rank >= 0; rank-- {
		gap := 0
		for _, letter := range b[rank*files : (rank+1)*files] {
			if letter == empty {
				gap++
				continue
			}
			writeGap(text, gap)
			gap = 0
			text.WriteByte(letter)
		}
		writeGap(text, gap)
		if rank > 0 {
			text.WriteByte('/')
		}
	}
}

func writeGap(text *strings.Builder, gap int) {
	if gap > 0 {
		text.WriteByte('0' + byte(gap))
	}
}
