package board

// ComputeKey gives tests the key from scratch.
func (p *Position) ComputeKey() uint64 { return p.computeKey() }

// Recomputed returns the position rebuilt from its plain data.
func (p *Position) Recomputed() (*Position, error) { return New(p.Setup()) }
