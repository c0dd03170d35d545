package bench

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

//go:embed positions.txt
var positionsText string

// DefaultDepth takes about three seconds with the hand-crafted evaluation.
const DefaultDepth = 9

// hashMB is the size of the table; it is part of what the signature depends on.
const hashMB = 16

// Run searches every position to depth plies with so many threads, each position as a game of its
// own, and prints a line a position to w, then "nodes N" and "nps N". With more than one thread N is not the
// same every time. It fails if ctx ends before, or if writing does.
func Run(ctx context.Context, f engine.Factory, depth, threads int, w io.Writer) (nodes, nps uint64, err error) {
	list, err := Positions()
	if err != nil {
		return 0, 0, err
	}
	player := engine.New(f, engine.Options{HashMB: hashMB, Threads: threads, Search: search.Main})
	start := time.Now()
	for i, p := range list {
		c, err := think(ctx, player, p, depth)
		if err != nil {
			return 0, 0, fmt.Errorf("bench: position %d: %w", i+1, err)
		}
		nodes += c.Nodes
		if _, err := fmt.Fprintf(w, "%2d/%d %s nodes %d score %d %s\n", i+1, len(list), c.Move, c.Nodes, c.Score, notation.FormatFEN(p)); err != nil {
			return 0, 0, fmt.Errorf("bench: %w", err)
		}
	}
	nps = uint64(float64(nodes) / max(time.Since(start).Seconds(), 1e-6))
	if _, err := fmt.Fprintf(w, "nodes %d\nnps %d\n", nodes, nps); err != nil {
		return 0, 0, fmt.Errorf("bench: %w", err)
	}
	return nodes, nps, nil
}

// think searches one position from cleared state.
func think(ctx context.Context, player *engine.Engine, p *board.Position, depth int) (rules.Choice, error) {
	if err := player.NewGame(); err != nil {
		return rules.Choice{}, err
	}
	c, err := player.Choose(ctx, rules.NewGame(rules.Tiantian, p), rules.Limits{Depth: depth})
	if err == nil {
		err = ctx.Err()
	}
	return c, err
}

// Positions returns the positions, each as its side to move knows it.
func Positions() ([]*board.Position, error) {
	var list []*board.Position
	in := bufio.NewScanner(strings.NewReader(positionsText))
	for in.Scan() {
		fen := in.Text()
		if fen == "" || fen[0] == '#' {
			continue
		}
		p, err := notation.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("bench: position %d: %w", len(list)+1, err)
		}
		list = append(list, p)
	}
	return list, in.Err()
}
