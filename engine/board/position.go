package board

// Position is the board, the side to move and what one observer has not seen.
// It is a plain value: assigning it makes an independent copy, and two positions
// are the same exactly when they compare equal with ==.
// Methods without Make, Unmake or Null in their name only read, from any number of goroutines.
type Position struct {
	// sets holds, by piece, where a role stands: a face-down piece is in the set of its
	// home point's role, and also in its colour's FaceDown set.
	sets   [16]Bitboard
	colors [2]Bitboard
	lines  [2]lines
	cells  [NumPoints]Piece
	side   Color
	kings  [2]Point
	pools  [2]Pool

	halfmove, fullmove int32
	key                uint64
	guard              guard
}

// MaxMoves bounds the number of legal moves of any position.
const MaxMoves = 256

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// At returns the piece on a point of the board, or NoPiece.
func (p *Position) At(pt Point) Piece {
	if pt >= NoPoint {
		return NoPiece
	}
	return p.cells[pt]
}

// Pool returns the identities of c that the observer has not seen.
func (p *Position) Pool(c Color) Pool { return p.pools[c&1] }

// PoolCount returns how many of one kind are in a pool.
func (p *Position) PoolCount(c Color, k Kind) int { return int(p.pools[c&1][k&7]) }

// Hidden returns how many face-down pieces of c are on the board.
func (p *Position) Hidden(c Color) int { return p.facedown(c).Count() }

// Pieces returns the pieces of a colour and kind; FaceDown names the face-down ones,
// which count under no other kind.
func (p *Position) Pieces(c Color, k Kind) Bitboard {
	set := p.sets[MakePiece(c&1, k&7)]
	if k == FaceDown {
		return set
	}
	return set.AndNot(p.facedown(c))
}

// Role returns the pieces of a colour that move as k: face-up ones and face-down ones
// on a home point of k.
func (p *Position) Role(c Color, k Kind) Bitboard { return p.sets[MakePiece(c&1, k&7)] }

// ColorSet returns all pieces of a colour.
func (p *Position) ColorSet(c Color) Bitboard { return p.colors[c&1] }

// Occupied returns all pieces.
func (p *Position) Occupied() Bitboard { return p.colors[0].Or(p.colors[1]) }

// General returns the point of c's general.
func (p *Position) General(c Color) Point { return p.kings[c&1] }

// Halfmove returns the number of plies since the last capture.
func (p *Position) Halfmove() int { return int(p.halfmove) }

// Key hashes pieces, face-down points, both pools and the side to move; the counters are not in it.
func (p *Position) Key() uint64 { return p.key }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return !p.guard.checkers.Empty() }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.guard.checkers }

// facedown returns the face-down pieces of c.
func (p *Position) facedown(c Color) Bitboard { return p.sets[MakePiece(c&1, FaceDown)] }

// put adds a piece to an empty point, the key aside.
func (p *Position) put(pt Point, pc Piece) {
	p.cells[pt] = pc
	c := pc.Color()
	p.sets[roleOf(pc, pt)].Set(pt)
	p.colors[c].Set(pt)
	p.lines[c].toggle(pt)
	switch pc.Kind() {
	case FaceDown:
		p.sets[pc].Set(pt)
	case General:
		p.kings[c] = pt
	}
}
