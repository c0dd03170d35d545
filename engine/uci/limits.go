package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// goCommand is a go command while it is read.
type goCommand struct {
	limits rules.Limits
	clock  rules.Clock
	timed  bool // a clock was given
	perft  int  // depth of go perft
	errs   []error
}

// maxMillis keeps absurd clocks inside time.Duration: over three years.
const maxMillis = 100_000_000_000

// parseGo reads the arguments of go. What it does not understand is left out and reported, one
// error each: the peer waits for a bestmove all the same.
func parseGo(args []string, p *board.Position) goCommand {
	var g goCommand
	for len(args) > 0 {
		name := args[0]
		args = g.parameter(name, args[1:], p)
	}
	if g.timed {
		g.limits.Clock = &g.clock
	}
	g.complete()
	return g
}

// complete decides what a search without any limit means.
func (g *goCommand) complete() {
	l := &g.limits
	if l.Nodes > 0 || l.Depth > 0 || l.MoveTime > 0 || l.Clock != nil || l.Mate > 0 || l.Infinite {
		return
	}
	if len(g.errs) > 0 {
		l.Depth = 1 // a limit was meant and got lost: answer soon
		return
	}
	l.Infinite = true
}

// parameter reads one parameter and returns the arguments after it.
func (g *goCommand) parameter(name string, args []string, p *board.Position) []string {
	switch name {
	case "infinite":
		g.limits.Infinite = true
	case "ponder":
		g.limits.Ponder = true
	case "searchmoves":
		return g.searchMoves(args, p)
	default:
		return g.number(name, args)
	}
	return args
}

// number reads a parameter that takes a whole number.
func (g *goCommand) number(name string, args []string) []string {
	set := g.setter(name)
	if set == nil {
		g.errs = append(g.errs, fmt.Errorf("go: unknown parameter %q", name))
		return args
	}
	if len(args) == 0 {
		g.errs = append(g.errs, fmt.Errorf("go: %s: want a number", name))
		return args
	}
	v, err := parseNumber(args[0])
	if err != nil {
		g.errs = append(g.errs, fmt.Errorf("go: %s: %w", name, err))
		return args[1:]
	}
	set(v)
	return args[1:]
}

// parseNumber reads a whole number; one too large to hold becomes the largest. Negative numbers
// are for the caller: clocks do run below zero.
func parseNumber(s string) (int64, error) {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q is not a whole number", s)
	}
	return v, nil
}

// setter returns what stores the number of a parameter, or nil for an unknown one.
func (g *goCommand) setter(name string) func(int64) {
	l, c := &g.limits, &g.clock
	switch name {
	case "wtime":
		return g.clockSetter(&c.Time[board.Red])
	case "btime":
		return g.clockSetter(&c.Time[board.Black])
	case "winc":
		return g.clockSetter(&c.Inc[board.Red])
	case "binc":
		return g.clockSetter(&c.Inc[board.Black])
	case "movestogo":
		return func(v int64) { c.MovesToGo = clampInt(v, 0) }
	case "depth":
		return func(v int64) { l.Depth = clampInt(v, 1) }
	case "mate":
		return func(v int64) { l.Mate = clampInt(v, 1) }
	case "nodes":
		return func(v int64) { l.Nodes = uint64(max(v, 1)) }
	case "movetime":
		return func(v int64) { l.MoveTime = millis(max(v, 1)) }
	case "perft":
		return func(v int64) { g.perft = clampInt(v, 1) }
	}
	return nil
}

func (g *goCommand) clockSetter(to *time.Duration) func(int64) {
	return func(v int64) {
		g.timed = true
		*to = millis(max(v, 0))
	}
}

func millis(v int64) time.Duration {
	return time.Duration(min(v, maxMillis)) * time.Millisecond
}

// clampInt brings v into low..1,000,000, more than any depth or number of moves.
func clampInt(v, low int64) int { return int(min(max(v, low), 1_000_000)) }

// searchMoves reads moves up to the first word that does not begin like one.
func (g *goCommand) searchMoves(args []string, p *board.Position) []string {
	for len(args) > 0 && looksLikeMove(args[0]) {
		text := args[0]
		args = args[1:]
		m, err := notation.ParseMove4(text)
		switch {
		case err != nil:
			g.errs = append(g.errs, fmt.Errorf("go: searchmoves: %w", err))
		case !p.IsLegal(m):
			g.errs = append(g.errs, fmt.Errorf("go: searchmoves: %q is not a legal move", text))
		default:
			g.limits.SearchMoves = append(g.limits.SearchMoves, m)
		}
	}
	return args
}

func looksLikeMove(s string) bool {
	return len(s) >= 4 && len(s) <= 6 && strings.IndexByte("0123456789", s[1]) >= 0
}
