package uci

import (
	"errors"
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// parsePosition reads the arguments of a position command into a game as its observer, the side
// to move at the end, knows it.
func parsePosition(args string, r rules.Rules) (*rules.Game, error) {
	start, moves, err := splitPosition(args)
	if err != nil {
		return nil, err
	}
	g := rules.NewGame(r, start)
	observer := start.Side()
	if len(moves)%2 == 1 {
		observer = observer.Other()
	}
	for i, text := range moves {
		ply, err := notation.ParsePly(g.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(ply.Told(g.Position().Side(), observer))
	}
	return g, nil
}

// splitPosition reads the start and leaves the texts of the moves.
func splitPosition(args string) (*board.Position, []string, error) {
	before, after, found := cutWord(args, "moves")
	moves := strings.Fields(after)
	if found && len(moves) == 0 {
		moves = nil
	}
	word, fen, _ := strings.Cut(strings.TrimSpace(before), " ")
	switch word {
	case "startpos":
		if rest := strings.TrimSpace(fen); rest != "" {
			return nil, nil, fmt.Errorf("%q after startpos: want moves or nothing", rest)
		}
		return board.StartPosition(), moves, nil
	case "fen":
		p, err := notation.ParseFEN(strings.TrimSpace(fen))
		return p, moves, err
	case "":
		return nil, nil, errors.New("want startpos or fen")
	}
	return nil, nil, fmt.Errorf("%q: want startpos or fen", word)
}

// cutWord splits s around the first occurrence of word between blanks.
func cutWord(s, word string) (before, after string, found bool) {
	for i := 0; i+len(word) <= len(s); i++ {
		end := i + len(word)
		if s[i:end] == word && (i == 0 || isBlank(s[i-1])) && (end == len(s) || isBlank(s[end])) {
			return s[:i], s[end:], true
		}
	}
	return s, "", false
}

func isBlank(b byte) bool { return strings.IndexByte(blanks, b) >= 0 }
