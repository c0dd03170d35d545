package search

import (
	"sync/atomic"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// timer decides how long to think about one move.
type timer struct {
	now       func() time.Time
	began     time.Time
	timed     bool          // maximum counts
	clocked   bool          // optimum counts too
	optimum   time.Duration // no new iteration after about this
	maximum   time.Duration // stop at once after this
	pondering atomic.Bool

	lastMove  board.Move
	lastValue score.Value
	stable    int // iterations since the best move last changed
}

// start reads the limits of a search by side, plies into its game.
func (t *timer) start(l *rules.Limits, side board.Color, plies int, overhead time.Duration) {
	t.began = t.now()
	t.pondering.Store(l.Ponder)
	t.timed = !l.Infinite && (l.MoveTime > 0 || l.Clock != nil)
	t.clocked = !l.Infinite && l.Clock != nil
	t.lastMove, t.stable = board.NoMove, 0
	t.maximum = l.MoveTime // it says how long to think: nothing is kept back, and nothing given back
	if t.clocked {
		var maximum time.Duration
		t.optimum, maximum = allot(l.Clock, side, plies, overhead)
		if l.MoveTime == 0 || maximum < t.maximum {
			t.maximum = maximum
		}
	}
}

// The number of moves that the time left is meant for falls from mostMoves at the start by one for every
// two moves of a side, and stays at fewestMoves: games are decided early, and time left over is wasted.
const mostMoves, fewestMoves = 20, 5

// allot returns the time to aim at and the time not to exceed for one move.
func allot(c *rules.Clock, side board.Color, plies int, overhead time.Duration) (optimum, maximum time.Duration) {
	left, inc := c.Time[side], c.Inc[side]
	moves := time.Duration(max(mostMoves-plies/4, fewestMoves))
	if c.MovesToGo > 0 {
		moves = min(moves, time.Duration(c.MovesToGo))
	}
	usable := max(left-overhead, left/10)
	optimum = min(usable/moves+inc, usable*7/10)
	maximum = min(optimum*4, usable*7/10)
	return max(optimum, time.Millisecond), max(maximum, time.Millisecond)
}

// elapsed returns the time since the search began.
func (t *timer) elapsed() time.Duration { return t.now().Sub(t.began) }

// expired reports whether the search must stop at once.
func (t *timer) expired() bool {
	return t.timed && !t.pondering.Load() && t.elapsed() >= t.maximum
}

// enough reports whether another iteration is not worth starting: the aim is stretched while the best
// move changes or its value falls and shortened while both stand still.
func (t *timer) enough(w *worker) bool {
	if !t.timed {
		return false
	}
	best := &w.best
	if best.value.IsMate() && best.depth > best.value.MatePlies() {
		return !t.pondering.Load()
	}
	if !t.clocked {
		return false
	}
	percent := time.Duration(100)
	if best.move == t.lastMove {
		t.stable++
		percent -= time.Duration(min(t.stable, 8)) * 5
	} else {
		t.stable = 0
		percent += 20
	}
	if t.lastMove != board.NoMove {
		drop := min(max(t.lastValue-best.value, 0), 150)
		percent += time.Duration(drop) * 2 / 3
	}
	t.lastMove, t.lastValue = best.move, best.value
	if len(w.root) == 1 {
		percent /= 5
	}
	return !t.pondering.Load() && t.elapsed() >= t.optimum*percent/100
}
