package serve

import (
	"context"
	"net/http"
	"time"

	"jieqi/cmd/internal/wire"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// The bounds of an analysis.
const (
	maxFEN     = 256
	maxLines   = 10
	maxSeconds = 60
	analysisMB = 64      // table of one search
	priceNodes = 400_000 // of one price
)

func (s *server) positionAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/position/about", s.answering(s.positionAbout))
	mux.HandleFunc("POST /api/position/evaluate", s.answering(s.evaluate))
	mux.HandleFunc("POST /api/position/price", s.answering(s.price))
	mux.HandleFunc("POST /api/position/search", s.search)
}

func (s *server) positionAbout(*http.Request) (any, error) {
	names := []string{}
	for _, f := range s.Evaluations {
		names = append(names, f.Name)
	}
	return map[string]any{"evaluations": names}, nil
}

// inquiry is a question about a position. Each request uses the members that it needs.
type inquiry struct {
	FEN        string  `json:"fen"`
	Evaluation int     `json:"evaluation"`
	Lines      int     `json:"lines"`
	Seconds    float64 `json:"seconds"`
	Move       string  `json:"move"`
}

// question is an inquiry understood.
type question struct {
	inquiry
	position *board.Position
}

// understand checks an inquiry.
func (q inquiry) understand(evaluations int) (*question, error) {
	switch {
	case q.Evaluation < 0 || q.Evaluation >= evaluations:
		return nil, badf("evaluation %d: want 0 to %d", q.Evaluation, evaluations-1)
	case len(q.FEN) > maxFEN:
		return nil, badf("the FEN has more than %d characters", maxFEN)
	case q.Lines < 0 || q.Lines > maxLines:
		return nil, badf("%d lines: want 1 to %d", q.Lines, maxLines)
	case !(q.Seconds >= 0 && q.Seconds <= maxSeconds):
		return nil, badf("%v seconds: want at most %d", q.Seconds, maxSeconds)
	}
	p, err := notation.ParseFEN(q.FEN)
	if err != nil {
		return nil, badRequest{err}
	}
	return &question{q, p}, nil
}

func (s *server) ask(r *http.Request) (*question, error) {
	q, err := decode[inquiry](r)
	if err != nil {
		return nil, err
	}
	return q.understand(len(s.Evaluations))
}

func (s *server) evaluate(r *http.Request) (any, error) {
	q, err := s.ask(r)
	if err != nil {
		return nil, err
	}
	return wire.Explain(s.Evaluations[q.Evaluation], q.position), nil
}

// searcher returns a new searcher and the game that is searched: no history, and no limit that would make the position a
// draw.
func (s *server) searcher(q *question) (*search.Searcher, *rules.Game) {
	return search.New(s.Evaluations[q.Evaluation].New, search.Main, analysisMB), rules.NewGame(rules.Tiantian, q.position).PlayedOn()
}

func (s *server) price(r *http.Request) (any, error) {
	q, err := s.ask(r)
	if err != nil {
		return nil, err
	}
	m, err := parseMove(q.Move)
	if err != nil {
		return nil, err
	}
	if !q.position.IsLegal(m) || !q.position.IsReveal(m) {
		return nil, badf("move %s turns nothing up here", m)
	}
	leave, err := s.analyses.Enter(r.Context(), nil)
	if err != nil {
		return nil, err
	}
	defer leave()
	searcher, game := s.searcher(q)
	p := searcher.Price(r.Context(), game, m, -score.Infinity, rules.Limits{Nodes: priceNodes})
	if r.Context().Err() != nil {
		return nil, context.Cause(r.Context())
	}
	return wire.PriceOf(p, m, q.position), nil
}

// search sends the lines of a search as they come, until its time is up or nobody listens.
func (s *server) search(w http.ResponseWriter, r *http.Request) {
	q, err := s.ask(r)
	if err == nil && !q.position.HasLegalMove() {
		err = badf("the side to move has no legal move")
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	leave, err := s.analyses.Enter(r.Context(), nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leave()
	s.stream(w, r, func(e *events) error {
		ctx, stop := context.WithCancel(r.Context())
		defer stop()
		searcher, game := s.searcher(q)
		limits := rules.Limits{MoveTime: time.Duration(max(q.Seconds, 0.1) * float64(time.Second)), MultiPV: max(q.Lines, 1)}
		var failed error
		searcher.Search(ctx, game, limits, func(i search.Info) {
			if failed == nil {
				if failed = e.send("line", wire.LineOf(i, q.position)); failed != nil {
					stop()
				}
			}
		})
		if failed != nil {
			return failed
		}
		return e.send("end", done)
	})
}
