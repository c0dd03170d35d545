package uciclient

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// untimed is what a search without a time limit may take.
const untimed = 5 * time.Minute

// positionCommand returns the command that shows the engine what the side to move knows.
func (c *Config) positionCommand(view *rules.Game) string {
	return "position fen " + c.Dialect.Format(view.Base()) + movesText(" moves", view.Moves()) + "\n"
}

// goCommand returns the command that starts a search for side c with limits l, and the time it may take.
func (c *Config) goCommand(l rules.Limits, mover board.Color) (text string, allowed time.Duration, err error) {
	if l.Infinite || l.Ponder || l.MultiPV > 1 {
		return "", 0, errors.New("an engine over UCI is not asked for endless, pondering or multiple searches")
	}
	if c.NoClock && l.Clock != nil {
		moveTime := timeForMove(l.Clock, mover)
		if l.MoveTime == 0 || moveTime < l.MoveTime {
			l.MoveTime = moveTime
		}
		l.Clock = nil
	}
	limits := limitsText(&l)
	if limits == "" {
		return "", 0, errors.New("an engine over UCI needs a limit")
	}
	allowed = untimed
	if l.Clock != nil {
		allowed = l.Clock.Time[mover]
	}
	if l.MoveTime > 0 {
		allowed = min(allowed, l.MoveTime)
	}
	return "go" + limits + movesText(" searchmoves", l.SearchMoves) + "\n", allowed, nil
}

// limitsText returns the limits as words, each after a blank.
func limitsText(l *rules.Limits) string {
	var b strings.Builder
	say := func(name string, n int64) { fmt.Fprintf(&b, " %s %d", name, n) }
	if l.Clock != nil {
		sayClock(say, l.Clock)
	}
	if l.MoveTime > 0 {
		say("movetime", max(1, l.MoveTime.Milliseconds()))
	}
	for _, n := range []struct {
		name  string
		value int64
	}{{"nodes", int64(l.Nodes)}, {"depth", int64(l.Depth)}, {"mate", int64(l.Mate)}} {
		if n.value > 0 {
			say(n.name, n.value)
		}
	}
	return b.String()
}

// movesText returns the moves after a word; nothing without moves.
func movesText(word string, moves []board.Move) string {
	if len(moves) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(word)
	for _, m := range moves {
		b.WriteString(" " + m.String())
	}
	return b.String()
}

func sayClock(say func(string, int64), k *rules.Clock) {
	say("wtime", k.Time[board.Red].Milliseconds())
	say("btime", k.Time[board.Black].Milliseconds())
	say("winc", k.Inc[board.Red].Milliseconds())
	say("binc", k.Inc[board.Black].Milliseconds())
	if k.MovesToGo > 0 {
		say("movestogo", int64(k.MovesToGo))
	}
}

// timeForMove divides a clock for an engine that ignores it: an even share of a game that is taken to
// last 30 more moves, or of the moves to the control, and three quarters of the increment; never
// more than half of what is left.
func timeForMove(k *rules.Clock, mover board.Color) time.Duration {
	const horizon = 30
	moves := horizon
	if k.MovesToGo > 0 {
		moves = min(k.MovesToGo, horizon)
	}
	left := k.Time[mover]
	return max(time.Millisecond, min(left/time.Duration(moves)+k.Inc[mover]*3/4, left/2))
}
