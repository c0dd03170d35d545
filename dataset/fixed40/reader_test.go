package fixed40

import (
	"encoding/binary"
	"fmt"
)

// read is a record as a stranger reads it, by nothing but the documentation: nothing here is shared with the writer.
type read struct {
	board                              [10][9]byte // by rank and file as the mover sees them: 0 empty, else G A E H R C S D, small for the opponent
	own, other                         [6]int      // unseen advisors, elephants, horses, chariots, cannons, soldiers
	score, ply, result                 int
	flags                              byte
	black                              bool
	fromFile, fromRank, toFile, toRank int
}

func readRecord(b []byte) (r read, err error) {
	if len(b) != 40 {
		return r, fmt.Errorf("%d bytes", len(b))
	}
	next := 0
	for point := 0; point < 96; point++ {
		if b[point/8]>>(point%8)&1 == 0 {
			continue
		}
		if point >= 90 {
			return r, fmt.Errorf("a piece on point %d", point)
		}
		if next == 32 {
			return r, fmt.Errorf("more than 32 pieces")
		}
		code := b[12+next/2]
		if next%2 == 1 {
			code >>= 4
		}
		letter := "GAEHRCSD"[code&7]
		if code&8 != 0 {
			letter += 'a' - 'A'
		}
		r.board[point/9][point%9] = letter
		next++
	}
	for ; next < 32; next++ {
		if b[12+next/2]>>(4*(next%2))&15 != 0 {
			return r, fmt.Errorf("a code behind the last piece")
		}
	}
	r.own, r.other = counts(b[28:30]), counts(b[30:32])
	r.score = int(int16(binary.LittleEndian.Uint16(b[32:])))
	r.ply, r.result, r.flags = int(b[34])+256*int(b[35]), int(b[36]), b[37]
	r.black = b[38] >= 128
	from, to := int(b[38]&127), int(b[39])
	if from >= 90 || to >= 90 || r.result > 2 {
		return r, fmt.Errorf("move from %d to %d, result %d", from, to, r.result)
	}
	r.fromFile, r.fromRank, r.toFile, r.toRank = from%9, from/9, to%9, to/9
	return r, nil
}

func counts(b []byte) (n [6]int) {
	packed := int(b[0]) + 256*int(b[1])
	for i := range n {
		if i == 5 {
			n[i] = packed & 7
			break
		}
		n[i] = packed & 3
		packed >>= 2
	}
	return n
}
