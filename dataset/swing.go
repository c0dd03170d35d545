package dataset

// Swing returns the change of the mover's expected score, -1 to 1, by the move at a place of a game's plies: by the score
// of the reply, which is the opponent's and taken the other way round, less the mover's own before the move. Scores are
// turned into expected ones by the engine's curve. known is false where either position has no score.
func Swing(plies []Ply, at int) (change float64, known bool) {
	if at+1 >= len(plies) || (plies[at].Flags|plies[at+1].Flags)&Unscored != 0 {
		return 0, false
	}
	return (-plies[at+1].Score).Float() - plies[at].Score.Float(), true
}

// Luck returns the Swing of a move that turned a piece up and was not drawn at random; known is false for any other.
func Luck(plies []Ply, at int) (change float64, known bool) {
	if flags := plies[at].Flags; flags&Reveal == 0 || flags&Random != 0 {
		return 0, false
	}
	return Swing(plies, at)
}
