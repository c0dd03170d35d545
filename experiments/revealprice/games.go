package revealprice

import (
	"context"
	"fmt"
	"path/filepath"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/selfplay"
)

// methods are audited, and play games, in this order.
var methods = [...]search.ChanceMethod{search.Bound, search.Shallow, search.Star1}

// Games says which games are played.
type Games struct {
	Evaluation engine.Factory
	Generator  string // what plays and searches: the program with the signature of its search
	Phrase     string // the games of a method follow from it and the method's name
	Nodes      uint64 // of each search
	Workers    int    // at a time
}

// Progress is told how far the part of the work named what is. It may be nil.
type Progress func(what string, done, total int)

// gamesDir is the folder with a folder of shards for each method.
const gamesDir = "games"

// play plays what is missing of the first n games of a method against itself into dir, and returns them in order.
// They are played to their real end.
func (g *Games) play(ctx context.Context, method search.ChanceMethod, n int, dir string, progress Progress) ([]dataset.Game, error) {
	if n == 0 {
		return nil, nil
	}
	cfg := selfplay.Default()
	cfg.Games, cfg.Phrase, cfg.Nodes, cfg.Generator, cfg.Workers = n, g.Phrase+" "+method.String(), g.Nodes, g.Generator, g.Workers
	cfg.Search.Chance = method
	cfg.Win.Plies = 0
	cfg.BlockGames, cfg.Resume = blockGames, true
	folder := filepath.Join(dir, gamesDir, method.String())
	_, err := selfplay.Run(ctx, cfg, g.Evaluation, folder, func(p selfplay.Progress) {
		if progress != nil {
			progress("games of "+method.String(), p.Games, p.Total)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("games of %v: %w", method, err)
	}
	return readGames(folder, n)
}

// blockGames is how many games a kill may cost at most.
const blockGames = 8

// readGames returns the first n games in a folder of shards.
func readGames(folder string, n int) ([]dataset.Game, error) {
	archive, err := dataset.OpenArchive(folder)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	var games []dataset.Game
	for b := range archive.Blocks() {
		block, err := archive.Games(b)
		if err != nil {
			return nil, err
		}
		for _, game := range block {
			if game.Index < uint64(n) {
				games = append(games, game)
			}
		}
	}
	return games, nil
}

// viewAt returns the game as its mover knew it before ply.
func viewAt(g *dataset.Game, ply int) (*rules.Game, error) {
	t := dealer.New(g.Deal, rules.Tiantian)
	for _, p := range g.Plies[:ply] {
		if _, err := t.Play(p.Move); err != nil {
			return nil, fmt.Errorf("game %d: %w", g.Index, err)
		}
	}
	return t.View(t.Public().Position().Side()), nil
}

// searched reports whether a search chose the move of p.
func searched(p *dataset.Ply) bool { return p.Flags&(dataset.Random|dataset.Unscored) == 0 }

// mover is the side that made the ply of that number: Red has the even ones.
func mover(ply int) board.Color { return board.Color(ply & 1) }
