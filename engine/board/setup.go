package board

import "fmt"

// Setup is a position as plain data, for readers and writers.
type Setup struct {
	Pieces   [NumPoints]Piece
	Side     Color
	Pools    [2]Pool // indexed by Color
	Halfmove int     // plies since the last capture
	Fullmove int     // from 1
}

// SetupError says which part of a Setup cannot be, and why.
type SetupError struct {
	Field  string // "board", "side", "pool", "halfmove" or "fullmove"
	Reason string
}

// Error returns "field: reason".
func (e *SetupError) Error() string { return e.Field + ": " + e.Reason }

const (
	maxPieces  = 16      // a side
	maxCounter = 1 << 20 // of plies or moves; beyond any game, far from overflow
)

// New builds a position, or returns a *SetupError when the setup is none that play could reach:
// a piece code that does not exist, a face-down piece off the home points of its colour, a general missing,
// doubled or outside its palace, more than sixteen pieces a side, face-up pieces and pool
// together exceeding the set, a pool smaller than the face-down pieces are many, generals
// facing each other, the side not to move in check, counters out of range.
func New(s Setup) (*Position, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	p := &Position{
		side:     s.Side,
		pools:    s.Pools,
		halfmove: int32(s.Halfmove),
		fullmove: int32(s.Fullmove),
	}
	for pt, pc := range s.Pieces {
		p.cells[pt] = NoPiece
		if pc != NoPiece {
			p.put(Point(pt), pc)
		}
	}
	if err := p.checkGenerals(); err != nil {
		return nil, err
	}
	p.key = p.computeKey()
	p.computeGuard()
	return p, nil
}

// Setup returns the position as plain data; New turns it back into an equal position.
func (p *Position) Setup() Setup {
	return Setup{
		Pieces:   p.cells,
		Side:     p.side,
		Pools:    p.pools,
		Halfmove: int(p.halfmove),
		Fullmove: int(p.fullmove),
	}
}

// StartPosition returns the position every game starts from.
func StartPosition() *Position {
	s := Setup{Pools: [2]Pool{FullPool, FullPool}, Fullmove: 1}
	for pt := range s.Pieces {
		pc := homePiece[pt]
		if pc != NoPiece && pc.Kind() != General {
			pc = MakePiece(pc.Color(), FaceDown)
		}
		s.Pieces[pt] = pc
	}
	p, err := New(s)
	if err != nil {
		panic("board: start position: " + err.Error())
	}
	return p
}

// check validates everything that needs no attacks.
func (s *Setup) check() error {
	var count [2][NumKinds]int
	for pt, pc := range s.Pieces {
		if pc == NoPiece {
			continue
		}
		if err := checkPiece(Point(pt), pc); err != nil {
			return err
		}
		count[pc.Color()][pc.Kind()]++
	}
	if s.Side > Black {
		return &SetupError{"side", fmt.Sprintf("no side has number %d", s.Side)}
	}
	for c := range Color(NumColors) {
		if err := checkCounts(c, &count[c], &s.Pools[c]); err != nil {
			return err
		}
	}
	if s.Halfmove < 0 || s.Halfmove > maxCounter {
		return &SetupError{"halfmove", fmt.Sprintf("%d is not within 0 to %d", s.Halfmove, maxCounter)}
	}
	if s.Fullmove < 1 || s.Fullmove > maxCounter {
		return &SetupError{"fullmove", fmt.Sprintf("%d is not within 1 to %d", s.Fullmove, maxCounter)}
	}
	return nil
}

// checkPiece validates one piece on its point.
func checkPiece(pt Point, pc Piece) error {
	if pc > NoPiece {
		return &SetupError{"board", fmt.Sprintf("no piece has number %d (on %v)", pc, pt)}
	}
	_, owner, home := HomeKind(pt)
	switch pc.Kind() {
	case FaceDown:
		if !home || owner != pc.Color() {
			return &SetupError{"board", fmt.Sprintf("face-down piece %v on %v, which is no home point of %v", pc, pt, pc.Color())}
		}
	case General:
		if !inPalace(pt) || (pt.Rank() < Ranks/2) != (pc.Color() == Red) {
			return &SetupError{"board", fmt.Sprintf("%v general on %v, outside its palace", pc.Color(), pt)}
		}
	}
	return nil
}

// checkCounts validates how many pieces and unseen identities a side has.
func checkCounts(c Color, count *[NumKinds]int, pool *Pool) error {
	if n := count[General]; n != 1 {
		return &SetupError{"board", fmt.Sprintf("%v has %d generals, not one", c, n)}
	}
	total := 0
	for _, n := range count {
		total += n
	}
	if total > maxPieces {
		return &SetupError{"board", fmt.Sprintf("%v has %d pieces, more than %d", c, total, maxPieces)}
	}
	if pool[General] != 0 || pool[FaceDown] != 0 {
		return &SetupError{"pool", fmt.Sprintf("%v pool holds a general or a face-down piece", c)}
	}
	for _, k := range PoolKinds {
		if n := count[k] + int(pool[k]); n > int(FullCount[k]) {
			return &SetupError{"pool", fmt.Sprintf("%v has %d of %v face up and %d in the pool, more than the set's %d",
				c, count[k], MakePiece(c, k), pool[k], FullCount[k])}
		}
	}
	if n := pool.Size(); n < count[FaceDown] {
		return &SetupError{"pool", fmt.Sprintf("%v has %d face-down pieces and only %d identities in the pool", c, count[FaceDown], n)}
	}
	return nil
}

// checkGenerals validates what the placed pieces do to the generals.
func (p *Position) checkGenerals() error {
	waiting := p.side.Other()
	attackers := p.AttackersTo(p.kings[waiting], p.Occupied()).And(p.colors[p.side])
	if attackers.Has(p.kings[p.side]) {
		return &SetupError{"board", fmt.Sprintf("the generals on %v and %v face each other", p.kings[Red], p.kings[Black])}
	}
	if !attackers.Empty() {
		return &SetupError{"board", fmt.Sprintf("%v is not to move and its general on %v is in check from %v",
			waiting, p.kings[waiting], attackers.First())}
	}
	return nil
}
