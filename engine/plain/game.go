package plain

import (
	"fmt"
	"strconv"
	"strings"
)

// View names an observer.
type View int

// The three observers. The public sees no taken face-down piece.
const (
	Public View = iota
	Red
	Black
	views
)

// Game is a game as all three observers know it.
type Game struct {
	now    state
	pools  [views]pool
	quiet  int // plies since the last capture
	number int // of the full move, as in the FEN
	limit  int // plies without a capture that end the game
	states []state
	moves  []Move // between the states; none captures or turns up
	list   []Move // legal moves now, when listed
	listed bool
}

// NewGame starts a game from a five-field FEN whose pools every observer shares; limit is the
// number of plies without a capture at which the game is drawn, 0 for no such limit.
func NewGame(fen string, limit int) (*Game, error) {
	fields := strings.Fields(fen)
	if len(fields) != 5 {
		return nil, fmt.Errorf("fen %q: %d fields, want 5", fen, len(fields))
	}
	g := &Game{limit: limit}
	if fields[1] != "w" && fields[1] != "b" {
		return nil, fmt.Errorf("side %q: want w or b", fields[1])
	}
	g.now.side = side(fields[1][0])
	var err error
	if g.now.board, err = parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if g.now.board.attacked(g.now.side.other()) {
		return nil, fmt.Errorf("side: %c is in check and not to move", g.now.side.other())
	}
	if g.pools[Public], err = parsePool(fields[2]); err != nil {
		return nil, err
	}
	g.pools[Red], g.pools[Black] = g.pools[Public], g.pools[Public]
	if g.quiet, err = strconv.Atoi(fields[3]); err != nil {
		return nil, fmt.Errorf("halfmove: %w", err)
	}
	if g.number, err = strconv.Atoi(fields[4]); err != nil {
		return nil, fmt.Errorf("fullmove: %w", err)
	}
	g.forget()
	return g, nil
}

// forget makes the present position the first of the history.
func (g *Game) forget() {
	g.states = append(g.states[:0], g.now)
	g.moves = g.moves[:0]
	g.listed = false
}

// FEN writes the position as the observer knows it.
func (g *Game) FEN(v View) string {
	var text strings.Builder
	text.Grow(128)
	g.now.board.write(&text)
	text.WriteByte(' ')
	text.WriteByte(byte(g.now.side))
	text.WriteByte(' ')
	g.pools[v].write(&text)
	text.WriteByte(' ')
	text.WriteString(strconv.Itoa(g.quiet))
	text.WriteByte(' ')
	text.WriteString(strconv.Itoa(g.number))
	return text.String()
}

// Legal lists the legal moves, by origin, then by target. The list is the game's own and good until
// the next Play.
func (g *Game) Legal() []Move {
	if !g.listed {
		g.list = g.now.board.legal(g.now.side, g.list[:0])
		g.listed = true
	}
	return g.list
}

// InCheck reports whether the side to move is in check.
func (g *Game) InCheck() bool { return g.now.board.attacked(g.now.side) }

// Play makes a move with the letters of everything it turns up or takes ("b2b9Rn"); the victim's
// letter may be missing. On an error the game is as it was.
func (g *Game) Play(text string) error {
	m, letters, err := parseMove(text)
	if err != nil {
		return err
	}
	if !g.now.board.isLegal(g.now.side, m) {
		return fmt.Errorf("move %q: not legal", text)
	}
	reveals := isHidden(g.now.board[m.From])
	captures := g.now.board[m.To] != empty
	pools, turned, err := g.told(m, letters)
	if err != nil {
		return fmt.Errorf("move %q: %w", text, err)
	}
	g.pools = pools
	g.now.board[m.To], g.now.board[m.From] = turned, empty
	g.advance(captures)
	if captures || reveals {
		g.forget()
		return nil
	}
	g.states = append(g.states, g.now)
	g.moves = append(g.moves, m)
	g.listed = false
	return nil
}

func (g *Game) advance(captures bool) {
	if g.quiet++; captures {
		g.quiet = 0
	}
	if g.now.side == 'b' {
		g.number++
	}
	g.now.side = g.now.side.other()
}

// told gives the pools after m, and what the mover is once it has arrived: a piece turned up leaves
// everybody's pool, a face-down victim the captor's alone.
func (g *Game) told(m Move, letters string) (pools [views]pool, turned byte, err error) {
	pools, turned = g.pools, g.now.board[m.From]
	s := g.now.side
	if isHidden(turned) {
		if letters == "" {
			return pools, 0, fmt.Errorf("no letter for the piece turned up")
		}
		turned, letters = letters[0], letters[1:]
		for v := range pools {
			if err := pools[v].take(turned, s); err != nil {
				return pools, 0, err
			}
		}
	}
	if letters != "" && isHidden(g.now.board[m.To]) {
		captor := Red
		if s == 'b' {
			captor = Black
		}
		if err := pools[captor].take(letters[0], s.other()); err != nil {
			return pools, 0, err
		}
		letters = letters[1:]
	}
	if letters != "" {
		return pools, 0, fmt.Errorf("letter %q too much", letters)
	}
	return pools, turned, nil
}

// take removes one identity of side s.
func (p *pool) take(letter byte, s side) error {
	i := strings.IndexByte(poolOrder, letter)
	if i < 0 || owner(letter) != s {
		return fmt.Errorf("%q is no identity of this side", letter)
	}
	if p[i] == 0 {
		return fmt.Errorf("no %c left to be seen", letter)
	}
	p[i]--
	return nil
}

// Verdict gives the result of the game as it stands and the reason for it, in the words of the replay
// output: "ongoing" and "none" while it goes on.
func (g *Game) Verdict() (result, reason string) {
	if len(g.Legal()) == 0 {
		if g.now.side == 'w' {
			return "black_wins", "no_legal_move"
		}
		return "red_wins", "no_legal_move"
	}
	if s, third := g.repeated(); third {
		return s.judge()
	}
	if g.limit > 0 && g.quiet >= g.limit {
		return "draw", "no_capture_limit"
	}
	return "ongoing", "none"
}

// repeated returns the span from the first of three occurrences of the present position.
func (g *Game) repeated() (s span, third bool) {
	first, n := 0, 0
	for i := len(g.states) - 1; i >= 0 && n < 3; i-- {
		if g.states[i] == g.now {
			first = i
			n++
		}
	}
	return span{g.states[first:], g.moves[first:]}, n == 3
}
