package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// holding is a kind of place where games lie.
type holding interface {
	// stamp changes when there are more games.
	stamp() string
	// index returns the catalogue as it is now; read is told how many parts are read, and of how many.
	index(ctx context.Context, read func(done, total int)) (*catalogue, error)
	// game returns a game of the catalogue and what it was played on.
	game(e *entry) (*recorded, error)
}

// recorded is a game in full.
type recorded struct {
	title string
	deal  deal.Deal
	rules rules.Rules
	plies []dataset.Ply
}

// catalogue is the index of a source.
type catalogue struct {
	entries []entry
	players []string // names
	titles  func(e *entry) string
}

// player returns the number of a name, which is added if need be.
func (c *catalogue) player(name string) uint8 {
	if i := slices.Index(c.players, name); i >= 0 {
		return uint8(i)
	}
	if len(c.players) == 255 {
		c.players = append(c.players, "others")
	}
	if len(c.players) > 255 {
		return 255
	}
	c.players = append(c.players, name)
	return uint8(len(c.players) - 1)
}

// source is a place of games with its index.
type source struct {
	name, path string

	mu          sync.Mutex
	holding     holding
	seen        string // stamp that the catalogue is as of
	reading     bool
	done, total int
	catalogue   *catalogue
	err         error
}

// PairsName is the file in the folder of a match that has a line for each finished pair.
const PairsName = "pairs.jsonl"

// holdingOf returns what lies at path.
func holdingOf(path string) holding {
	if _, err := os.Stat(filepath.Join(path, PairsName)); err == nil {
		return &journal{dir: path}
	}
	return &shards{path: path}
}

// refresh has the index read anew on a goroutine of its own, if there is more to read.
func (s *source) refresh(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reading {
		return
	}
	if s.holding == nil {
		s.holding = holdingOf(s.path)
	}
	stamp := s.holding.stamp()
	if s.catalogue != nil && stamp == s.seen {
		return
	}
	s.reading = true
	go func() {
		c, err := s.holding.index(ctx, func(done, total int) {
			s.mu.Lock()
			s.done, s.total = done, total
			s.mu.Unlock()
		})
		s.mu.Lock()
		defer s.mu.Unlock()
		s.reading, s.err = false, err
		if err == nil {
			s.catalogue, s.seen = c, stamp
		} else {
			s.holding = nil // another look may find something else
		}
	}()
}

// summary returns what the list says of a game.
func (c *catalogue) summary(number int) Summary {
	e := &c.entries[number]
	out := Summary{
		Number: number, Title: c.titles(e), Red: c.players[e.players[board.Red]], Black: c.players[e.players[board.Black]],
		Result: e.result, Reason: e.reason.String(), Plies: int(e.plies), Reveals: int(e.reveals),
	}
	if e.swing == e.swing {
		x := float64(e.swing)
		out.Swing = &x
	}
	return out
}

// stampOf describes a file so that a change shows.
func stampOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "none"
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}
