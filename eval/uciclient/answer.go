package uciclient

import (
	"fmt"
	"strconv"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// parseBestMove reads "bestmove MOVE" with an optional "ponder MOVE", which nobody needs.
func parseBestMove(line string) (board.Move, error) {
	fields := strings.Fields(line)
	if n := len(fields); n != 2 && (n != 4 || fields[2] != "ponder") {
		return board.NoMove, fmt.Errorf("answered %q: want a move after bestmove", clip(line))
	}
	m, err := notation.ParseMove4(fields[1])
	if err != nil {
		return board.NoMove, fmt.Errorf("answered %q: %w", clip(line), err)
	}
	return m, nil
}

// report is what an engine has said of its search: the last word on each point.
type report struct {
	score score.Value
	exact bool // score is not a bound
	depth int
	nodes uint64
	line  []string // the expected moves
}

// note takes a line of output; whatever is no progress of the best line, or makes no sense, is passed over.
func (r *report) note(line string) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return
	}
	next := *r
	if next.read(words[1:]) {
		*r = next
	}
}

// read takes the words of an info line. It reports false if the line is not about the best line or is broken.
func (r *report) read(words []string) bool {
	for i := 0; i < len(words); i++ {
		rest := words[i+1:]
		ok := true
		switch words[i] {
		case "pv":
			r.line = rest
			return true
		case "multipv":
			ok = len(rest) > 0 && rest[0] == "1"
		case "depth":
			ok = len(rest) > 0 && number(rest[0], &r.depth)
		case "nodes":
			ok = len(rest) > 0 && number(rest[0], &r.nodes)
		case "score":
			ok = r.readScore(rest)
		}
		if !ok {
			return false
		}
	}
	return true
}

// readScore takes the words after "score". A bound is better than nothing, but not than an exact score.
func (r *report) readScore(words []string) bool {
	if len(words) < 2 {
		return false
	}
	v, ok := score.ParseText(words[0] + " " + words[1])
	if !ok {
		return false
	}
	bound := len(words) > 2 && (words[2] == "lowerbound" || words[2] == "upperbound")
	if !bound || !r.exact {
		r.score, r.exact = v, !bound
	}
	return true
}

// number reads a count.
func number[T int | uint64](text string, out *T) bool {
	n, err := strconv.ParseUint(text, 10, 63)
	if err == nil {
		*out = T(n)
	}
	return err == nil
}

// choice makes the answer from the chosen move and the report. The line is cut after its first reveal,
// and to the move alone if it does not begin with it.
func (r *report) choice(m board.Move, root *board.Position) rules.Choice {
	c := rules.Choice{Move: m, Score: r.score, Depth: r.depth, Nodes: r.nodes}
	line := r.line
	if len(line) == 0 || line[0] != m.String() {
		line = []string{m.String()}
	}
	p := *root
	for _, text := range line {
		next, err := notation.ParseMove4(text)
		if err != nil || !p.IsLegal(next) {
			break
		}
		c.PV = append(c.PV, next)
		if p.IsReveal(next) {
			break
		}
		var u board.Undo
		p.Make(next, board.NoKind, &u)
	}
	return c
}
