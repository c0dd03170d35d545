package board

// ComputeKey gives tests the key from scratch.
func (p *Position) ComputeKey() uint64 { return p.computeKey() }

// Recomputed returns the position rebuilt from its plain data.
func (p *Position) Recomputed() (*Position, error) { return New(p.Setup()) }

// Pinned returns the pieces of the side to move that screen its general: taken off the board,
// each would open a check that is not there now. Such a piece may still have legal moves.
func (p *Position) Pinned() Bitboard { return p.guard.pinned }
