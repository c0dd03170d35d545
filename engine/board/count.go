package board

// CountLegal returns the number of legal moves without listing them.
func (p *Position) CountLegal() int {
	var buf [MaxMoves]Move
	return len(p.LegalMoves(buf[:0]))
}
