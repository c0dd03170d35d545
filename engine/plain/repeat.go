package plain

// state is a position as repetition compares it.
type state struct {
	board board
	side  side
}

// span is the part of a game from the first occurrence of a position to the third:
// states[i+1] is states[i] after moves[i], and nothing is captured or turned up.
type span struct {
	states []state
	moves  []Move
}

// judge gives the result and the reason of a third occurrence.
func (s span) judge() (result, reason string) {
	red, black, any := s.checks()
	if red || black {
		return loser(red, black), reasonIf(red != black, "perpetual_check")
	}
	if any {
		return "draw", "repetition"
	}
	red, black = s.chases('w'), s.chases('b')
	return loser(red, black), reasonIf(red != black, "perpetual_chase")
}

// loser gives the result when exactly one side did what is forbidden, else a draw.
func loser(red, black bool) string {
	switch {
	case red && !black:
		return "black_wins"
	case black && !red:
		return "red_wins"
	}
	return "draw"
}

func reasonIf(decided bool, reason string) string {
	if decided {
		return reason
	}
	return "repetition"
}

// checks reports whether Red, and Black, gives check in every position of the span where the other
// side is to move, and whether there is any check at all.
func (s span) checks() (red, black, any bool) {
	red, black = true, true
	for _, st := range s.states {
		inCheck := st.board.attacked(st.side)
		any = any || inCheck
		if !inCheck && st.side == 'b' {
			red = false
		}
		if !inCheck && st.side == 'w' {
			black = false
		}
	}
	return red, black, any
}

// chases reports whether one enemy piece is newly threatened by every move of a in the span.
// Pieces are told apart by the point on which the span finds them first.
func (s span) chases(a side) bool {
	var origin [points]int // of the piece that stands on the point now
	var always pointSet    // by origin
	for point := range origin {
		origin[point], always[point] = point, true
	}
	for i, m := range s.moves {
		before := origin
		origin[m.To] = origin[m.From]
		if s.states[i].side != a {
			continue
		}
		old := byOrigin(s.states[i].board.threatened(a), before)
		now := byOrigin(s.states[i+1].board.threatened(a), origin)
		for piece := range always {
			always[piece] = always[piece] && now[piece] && !old[piece]
		}
	}
	for _, chased := range always {
		if chased {
			return true
		}
	}
	return false
}

// byOrigin renames the points of a set to the origins of the pieces on them.
func byOrigin(set pointSet, origin [points]int) pointSet {
	var named pointSet
	for point, in := range set {
		if in {
			named[origin[point]] = true
		}
	}
	return named
}
