package search

import "jieqi/engine/board"

// priors order quiet moves before any history is known, on the scale of history scores: 2,000 times the
// binary logarithm of how often, against 8 %, a move of that class refuted a position in which it was tried,
// counted over 200 positions of the engine's own games searched for 20,000 nodes each. The rows are moves
// towards the enemy, other moves, and reveals by the role of their point.
var priors = [3][board.FaceDown]int32{
	{1160, 700, -280, 1240, 1120, -740, 1340},
	{1400, -1560, 1140, -260, -1120, -1140, 2180},
	{0, 1560, 120, -200, -3560, -1580, 1680},
}

// prior returns what to expect of a quiet move m of side by a piece of kind k.
func prior(m board.Move, k board.Kind, side board.Color) int32 {
	if k == board.FaceDown {
		role, _, _ := board.HomeKind(m.From())
		return priors[2][role]
	}
	from, to := m.From().Rank(), m.To().Rank()
	if side == board.Red && to > from || side == board.Black && to < from {
		return priors[0][k]
	}
	return priors[1][k]
}
