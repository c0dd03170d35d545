package uci

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/engine/board"
	"jieqi/engine/notation"
)

// display prints the position, what is known of it, and how the game stands.
func (s *session) display(string) error {
	s.warnStale()
	p := s.game.Position()
	s.out.printf("%s", diagram(p))
	s.out.printf("Fen: %s", notation.FormatFEN(p))
	s.out.printf("Key: %016X", p.Key())
	s.out.printf("Checkers:%s", pointsText(p.Checkers()))
	s.out.printf("Legal moves: %d", p.CountLegal())
	s.out.printf("Game: %s", s.game.Verdict())
	return nil
}

// warnStale says so if the position is not the one of the last position command, which was refused.
func (s *session) warnStale() {
	if s.refused != nil {
		s.out.printf("info string stale: the last position accepted; %s", oneLine(s.refused.Error()))
	}
}

// diagram draws the board with Red below.
func diagram(p *board.Position) string {
	const rule = " +---+---+---+---+---+---+---+---+---+\n"
	var b strings.Builder
	b.WriteString(rule)
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		for file := range board.Files {
			letter := byte(' ')
			if pc := p.At(board.MakePoint(file, rank)); pc != board.NoPiece {
				letter = pc.Letter()
			}
			fmt.Fprintf(&b, " | %c", letter)
		}
		fmt.Fprintf(&b, " | %d\n%s", rank, rule)
	}
	b.WriteString("   a   b   c   d   e   f   g   h   i")
	return b.String()
}

func pointsText(set board.Bitboard) string {
	var b strings.Builder
	for !set.Empty() {
		b.WriteString(" " + set.PopFirst().String())
	}
	return b.String()
}

// evaluate prints the static evaluation and what it owes to each piece.
func (s *session) evaluate(string) error {
	s.warnStale()
	s.out.printf("%s", strings.TrimRight(engine.Explain(s.factory, s.game.Position()).String(), "\n"))
	return nil
}

// depthArg reads an optional depth.
func depthArg(text string, standard int) (int, error) {
	args := strings.Fields(text)
	if len(args) == 0 {
		return standard, nil
	}
	d, err := strconv.Atoi(args[0])
	if err != nil || d < 1 || d > 100 {
		return 0, fmt.Errorf("depth %q: want a whole number from 1 to 100", clip(args[0]))
	}
	return d, nil
}

// bench carries out bench [DEPTH].
func (s *session) bench(args string) error {
	depth, err := depthArg(args, bench.DefaultDepth)
	if err != nil {
		return err
	}
	f, out := s.factory, s.out
	s.start(&job{}, func(ctx context.Context) {
		if _, _, err := bench.Run(ctx, f, depth, 1, out); err != nil {
			out.fail(err)
		}
	})
	return nil
}

// perft carries out perft DEPTH.
func (s *session) perft(args string) error {
	if s.refused != nil {
		return s.refused
	}
	depth, err := depthArg(args, 1)
	if err != nil {
		return err
	}
	return s.startPerft(depth)
}

// startPerft counts positions move by move with every identity that the mover's pool still holds.
func (s *session) startPerft(depth int) error {
	p, out := *s.game.Position(), s.out
	s.start(&job{}, func(ctx context.Context) {
		start := time.Now()
		total, err := board.Divide(ctx, &p, depth, board.PerftMode{}, func(m board.Move, n uint64) {
			out.printf("%s: %d", m, n)
		})
		if err != nil {
			out.printf("info string perft stopped")
			return
		}
		seconds := time.Since(start).Seconds()
		out.printf("nodes %d", total)
		out.printf("nps %.0f", float64(total)/max(seconds, 1e-6))
	})
	return nil
}
