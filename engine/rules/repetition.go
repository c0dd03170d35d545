package rules

import "jieqi/engine/board"

// JudgeRepetition returns the verdict at a third occurrence: of the position after all of
// moves, played from base, which first occurred after moves[:first]. The span judged is that
// from the first occurrence to now, both ends included.
//
// The moves must be legal from base and none of them a capture or a reveal; 0 <= first <=
// len(moves)-4. The callers that count occurrences guarantee it.
func JudgeRepetition(base *board.Position, moves []board.Move, first int) Verdict {
	start := *base
	for _, m := range moves[:first] {
		step(&start, m)
	}
	span := moves[first:]
	if checking, any := checkers(start, span); any {
		return blame(checking, PerpetualCheck)
	}
	return blame(chasers(start, span), PerpetualChase)
}

// step makes a move that neither captures nor reveals and forgets how to take it back.
func step(p *board.Position, m board.Move) {
	var u board.Undo
	p.Make(m, board.NoKind, &u)
}

// blame gives the game to the opponent of the only side at fault; with none or both it is a draw.
func blame(atFault [board.NumColors]bool, r Reason) Verdict {
	if atFault[board.Red] == atFault[board.Black] {
		return Verdict{Draw, Repetition}
	}
	if atFault[board.Red] {
		return Verdict{BlackWins, r}
	}
	return Verdict{RedWins, r}
}

// checkers reports which side has its opponent in check, by whatever pieces, in every position
// of the span with that opponent to move, and whether there is any check at all.
func checkers(p board.Position, span []board.Move) (perpetual [board.NumColors]bool, any bool) {
	perpetual = [board.NumColors]bool{true, true}
	for i := 0; ; i++ {
		if p.InCheck() {
			any = true
		} else {
			perpetual[p.Side().Other()] = false
		}
		if i == len(span) {
			return perpetual, any
		}
		step(&p, span[i])
	}
}
