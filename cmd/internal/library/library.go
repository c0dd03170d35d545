package library

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
)

// Errors of a Library.
var (
	ErrNoSource = errors.New("there is no such source of games")
	ErrNoGame   = errors.New("there is no such game")
	ErrReading  = errors.New("the games are still being read")
)

// Place is a path where games lie, and what pages call it.
type Place struct{ Name, Path string }

// Library is the games of some places.
type Library struct {
	places func() ([]Place, error)
	ctx    context.Context

	mu      sync.Mutex
	sources []*source
}

// Open returns the library of the places that the function returns. It is asked again now and then, for there may be more
// of them later. Reading ends with ctx.
func Open(ctx context.Context, places func() ([]Place, error)) *Library {
	return &Library{places: places, ctx: ctx}
}

// PlaceOf returns the place at a path, under its last two names.
func PlaceOf(path string) Place {
	whole, err := filepath.Abs(path)
	if err != nil {
		whole = path
	}
	return Place{Name: filepath.Join(filepath.Base(filepath.Dir(whole)), filepath.Base(whole)), Path: path}
}

// Source says of a source how far it is read.
type Source struct {
	Number  int      `json:"number"`
	Name    string   `json:"name"`
	Games   int      `json:"games"`
	Players []string `json:"players"`
	Reading bool     `json:"reading"`
	Done    int      `json:"done"` // blocks read, while it is being read
	Total   int      `json:"total"`
	Failure string   `json:"failure"`
}

// look adds the sources that have come to be.
func (l *Library) look() ([]*source, error) {
	places, err := l.places()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range places {
		if !slices.ContainsFunc(l.sources, func(s *source) bool { return s.path == p.Path }) {
			l.sources = append(l.sources, &source{name: p.Name, path: p.Path})
		}
	}
	return slices.Clone(l.sources), err
}

// Sources lists the sources, and has read what is new in them.
func (l *Library) Sources() ([]Source, error) {
	sources, err := l.look()
	out := make([]Source, 0, len(sources))
	for i, s := range sources {
		s.refresh(l.ctx)
		s.mu.Lock()
		said := Source{Number: i, Name: s.name, Players: []string{}, Reading: s.reading, Done: s.done, Total: s.total}
		if s.catalogue != nil {
			said.Games, said.Players = len(s.catalogue.entries), s.catalogue.players
		}
		if s.err != nil {
			said.Failure = "these games cannot be read; the server's messages say why"
		}
		s.mu.Unlock()
		out = append(out, said)
	}
	return out, err
}

// Err returns why a source cannot be read, for whoever runs the server.
func (l *Library) Err(number int) error {
	s, err := l.source(number)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (l *Library) source(number int) (*source, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number < 0 || number >= len(l.sources) {
		return nil, ErrNoSource
	}
	return l.sources[number], nil
}

// Page is a part of a list.
type Page struct {
	Found int       `json:"found"` // in all
	Games []Summary `json:"games"`
}

// List returns the wanted games of a source from place offset of the list on, at most limit of them.
func (l *Library) List(number int, f Filter, offset, limit int) (Page, error) {
	s, err := l.source(number)
	if err != nil {
		return Page{}, err
	}
	s.mu.Lock()
	c := s.catalogue
	s.mu.Unlock()
	if c == nil {
		return Page{}, ErrReading
	}
	chosen := f.choose(c.entries, c.players)
	page := Page{Found: len(chosen), Games: []Summary{}}
	for _, n := range chosen[min(offset, len(chosen)):min(offset+limit, len(chosen))] {
		page.Games = append(page.Games, c.summary(n))
	}
	return page, nil
}

// find returns a game of a source.
func (l *Library) find(number, game int) (*catalogue, *recorded, error) {
	s, err := l.source(number)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	c, h := s.catalogue, s.holding
	s.mu.Unlock()
	if c == nil || h == nil {
		return nil, nil, ErrReading
	}
	if game < 0 || game >= len(c.entries) {
		return nil, nil, ErrNoGame
	}
	r, err := h.game(&c.entries[game])
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.path, err)
	}
	return c, r, nil
}

// Game returns a game with what everybody knew.
func (l *Library) Game(number, game int) (*Detail, error) {
	c, r, err := l.find(number, game)
	if err != nil {
		return nil, err
	}
	d := &Detail{Summary: c.summary(game)}
	d.Title = r.title
	return d, d.replay(r.deal, r.rules, r.plies)
}

// Deal returns what every piece of a game was at the start, in the form of deal.Deal.
func (l *Library) Deal(number, game int) (string, error) {
	_, r, err := l.find(number, game)
	if err != nil {
		return "", err
	}
	return r.deal.String(), nil
}
