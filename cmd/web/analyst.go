//go:build js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/wire"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

const (
	analysisMB = 32
	priceNodes = 200_000
)

// analyst is the position page's engine.
type analyst struct {
	evaluations []engine.Factory

	mu   sync.Mutex
	stop context.CancelFunc // of the search that goes on
}

func newAnalyst() (*analyst, error) {
	a := &analyst{stop: func() {}}
	for _, name := range []string{spec.Shipped, spec.HandCrafted} {
		f, err := spec.Load(name)
		if err != nil {
			return nil, err
		}
		a.evaluations = append(a.evaluations, f)
	}
	return a, nil
}

// inquiry is a question about a position. Each method uses the members that it needs.
type inquiry struct {
	FEN        string  `json:"fen"`
	Evaluation int     `json:"evaluation"`
	Lines      int     `json:"lines"`
	Seconds    float64 `json:"seconds"`
	Move       string  `json:"move"`
	Search     int     `json:"search"` // of the page, which tells its lines from those of an earlier one
}

func (a *analyst) methods() map[string]method {
	return map[string]method{
		"about": func(json.RawMessage) (any, error) {
			var names []string
			for _, f := range a.evaluations {
				names = append(names, f.Name)
			}
			return map[string]any{"evaluations": names}, nil
		},
		"evaluate": a.asked(func(q inquiry, p *board.Position) (any, error) {
			return wire.Explain(a.evaluations[q.Evaluation], p), nil
		}),
		"price":  a.asked(a.price),
		"search": a.asked(a.search),
		"stop":   func(json.RawMessage) (any, error) { a.begin()(); return nothing, nil },
	}
}

// asked reads a question.
func (a *analyst) asked(answer func(inquiry, *board.Position) (any, error)) method {
	return func(args json.RawMessage) (any, error) {
		q, err := decode[inquiry](args)
		if err != nil {
			return nil, err
		}
		if q.Evaluation < 0 || q.Evaluation >= len(a.evaluations) {
			return nil, errors.New("there is no such evaluation")
		}
		p, err := notation.ParseFEN(q.FEN)
		if err != nil {
			return nil, err
		}
		return answer(q, p)
	}
}

// begin ends the search that goes on; what it returns does nothing more.
func (a *analyst) begin() context.CancelFunc {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stop()
	a.stop = func() {}
	return a.stop
}

func (a *analyst) searcher(q inquiry, p *board.Position) (*search.Searcher, *rules.Game) {
	return search.New(a.evaluations[q.Evaluation].New, search.Main, analysisMB), rules.NewGame(rules.Tiantian, p).PlayedOn()
}

func (a *analyst) search(q inquiry, p *board.Position) (any, error) {
	if !p.HasLegalMove() {
		return nil, errors.New("the side to move has no legal move")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a.mu.Lock()
	a.stop()
	a.stop = cancel
	a.mu.Unlock()
	s, g := a.searcher(q, p)
	limits := rules.Limits{MoveTime: time.Duration(max(q.Seconds, 0.1) * float64(time.Second)), MultiPV: max(q.Lines, 1)}
	s.Search(ctx, g, limits, func(i search.Info) {
		tell("line", map[string]any{"search": q.Search, "line": wire.LineOf(i, p)})
	})
	return nothing, nil
}

func (a *analyst) price(q inquiry, p *board.Position) (any, error) {
	m, err := notation.ParseMove4(q.Move)
	if err != nil {
		return nil, err
	}
	if !p.IsLegal(m) || !p.IsReveal(m) {
		return nil, errors.New("this move turns nothing up")
	}
	s, g := a.searcher(q, p)
	return wire.PriceOf(s.Price(context.Background(), g, m, -score.Infinity, rules.Limits{Nodes: priceNodes}), m, p), nil
}
