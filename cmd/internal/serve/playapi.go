package serve

import (
	"net/http"
	"time"

	"jieqi/cmd/internal/play"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/notation"
)

// opponent is what a page is told of somebody to play against.
type opponent struct {
	Name   string `json:"name"`
	Levels bool   `json:"levels"`
}

// brief is what a list says of a game.
type brief struct {
	ID       string `json:"id"`
	Colour   string `json:"colour"`
	Opponent string `json:"opponent"`
	Level    int    `json:"level"`
	Plies    int    `json:"plies"`
	Over     bool   `json:"over"`
}

// mostBriefs is how many games one list is asked for.
const mostBriefs = 20

func (s *server) playAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/play/about", s.answering(s.playAbout))
	mux.HandleFunc("POST /api/play/games", s.answering(s.newGame))
	mux.HandleFunc("GET /api/play/games", s.answering(s.someGames))
	mux.HandleFunc("GET /api/play/games/{id}", s.answering(s.game(func(_ *http.Request, g *play.Session) (any, error) {
		g.Revive()
		return g.State(), nil
	})))
	mux.HandleFunc("GET /api/play/games/{id}/events", s.gameEvents)
	mux.HandleFunc("POST /api/play/games/{id}/move", s.answering(s.game(move)))
	mux.HandleFunc("POST /api/play/games/{id}/hint", s.answering(s.game(hint)))
	mux.HandleFunc("POST /api/play/games/{id}/take-back", s.answering(s.game(func(_ *http.Request, g *play.Session) (any, error) {
		return done, g.TakeBack()
	})))
	mux.HandleFunc("POST /api/play/games/{id}/resign", s.answering(s.game(func(_ *http.Request, g *play.Session) (any, error) {
		return done, g.Resign()
	})))
}

// done is the answer to what needs none: the new state comes as an event.
var done = struct{}{}

func (s *server) playAbout(*http.Request) (any, error) {
	opponents := []opponent{}
	for _, o := range s.Hall.Opponents() {
		opponents = append(opponents, opponent{o.Name, o.Levels})
	}
	return map[string]any{"opponents": opponents, "maxLevel": engine.MaxSkill, "notice": ""}, nil
}

// wish is a request for a new game.
type wish struct {
	Colour   string `json:"colour"`
	Opponent int    `json:"opponent"`
	Level    int    `json:"level"`
	Practice bool   `json:"practice"`
}

// check reports what cannot be had.
func (w *wish) check(opponents int) error {
	switch {
	case w.Colour != "red" && w.Colour != "black" && w.Colour != "random":
		return badf("colour %q: want red, black or random", w.Colour)
	case w.Opponent < 0 || w.Opponent >= opponents:
		return badf("opponent %d: want 0 to %d", w.Opponent, opponents-1)
	case w.Level < 0 || w.Level > engine.MaxSkill:
		return badf("level %d: want 0 to %d", w.Level, engine.MaxSkill)
	}
	return nil
}

func (s *server) newGame(r *http.Request) (any, error) {
	w, err := decode[wish](r)
	if err == nil {
		err = w.check(len(s.Hall.Opponents()))
	}
	if err != nil {
		return nil, err
	}
	g, err := s.Hall.New(play.Wish(w))
	if err != nil {
		return nil, err
	}
	return g.State(), nil
}

// someGames says how the games stand whose ids are given; those that are not there are left out.
func (s *server) someGames(r *http.Request) (any, error) {
	ids := r.URL.Query()["id"]
	if len(ids) > mostBriefs {
		return nil, badf("%d games asked for: want at most %d", len(ids), mostBriefs)
	}
	list := []brief{}
	for _, id := range ids {
		g, err := s.Hall.Find(id)
		if err != nil {
			continue
		}
		st := g.State()
		list = append(list, brief{st.ID, st.Colour, st.Opponent, st.Level, len(st.Moves), st.Verdict != nil})
	}
	return list, nil
}

// game finds the game of a request.
func (s *server) game(f func(*http.Request, *play.Session) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		g, err := s.Hall.Find(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return f(r, g)
	}
}

func move(r *http.Request, g *play.Session) (any, error) {
	asked, err := decode[struct {
		Move string `json:"move"`
	}](r)
	if err != nil {
		return nil, err
	}
	m, err := parseMove(asked.Move)
	if err != nil {
		return nil, err
	}
	return done, g.Move(m)
}

// parseMove reads two points.
func parseMove(text string) (board.Move, error) {
	m, err := notation.ParseMove4(text)
	if err != nil {
		return m, badf("move %w", err)
	}
	return m, nil
}

func hint(r *http.Request, g *play.Session) (any, error) { return g.Hint(r.Context()) }

// gameEvents sends the state of a game whenever it is another.
func (s *server) gameEvents(w http.ResponseWriter, r *http.Request) {
	g, err := s.Hall.Find(r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.stream(w, r, func(e *events) error {
		changed, end := g.Watch()
		defer end()
		beat := time.NewTicker(beatEvery)
		defer beat.Stop()
		if err := e.send("state", g.State()); err != nil {
			return err
		}
		for {
			var err error
			select {
			case <-r.Context().Done():
				return nil
			case <-changed:
				err = e.send("state", g.State())
			case <-beat.C:
				err = e.beat()
			}
			if err != nil {
				return err
			}
		}
	})
}
