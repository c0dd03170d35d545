package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"jieqi/cmd/internal/library"
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// mostListed is how many games one list has.
const mostListed = 100

func (s *server) gamesAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/games/sources", s.answering(s.sources))
	mux.HandleFunc("GET /api/games/{source}", s.answering(s.list))
	mux.HandleFunc("GET /api/games/{source}/{game}", s.answering(s.recordedGame))
	mux.HandleFunc("GET /api/games/{source}/{game}/deal", s.answering(s.recordedDeal))
}

func (s *server) sources(*http.Request) (any, error) {
	list, err := s.Library.Sources()
	if err != nil {
		s.Log("games: %v", err)
	}
	for i := range list {
		if list[i].Failure != "" {
			s.Log("games: %v", s.Library.Err(i))
		}
	}
	return list, nil
}

func (s *server) list(r *http.Request) (any, error) {
	source, err := number("source", r.PathValue("source"), 1<<20)
	if err != nil {
		return nil, err
	}
	f, offset, err := parseFilter(r.URL.Query())
	if err != nil {
		return nil, err
	}
	return s.Library.List(source, f, offset, mostListed)
}

func (s *server) recordedGame(r *http.Request) (any, error) {
	source, game, err := place(r)
	if err != nil {
		return nil, err
	}
	return s.Library.Game(source, game)
}

func (s *server) recordedDeal(r *http.Request) (any, error) {
	source, game, err := place(r)
	if err != nil {
		return nil, err
	}
	d, err := s.Library.Deal(source, game)
	return map[string]string{"deal": d}, err
}

func place(r *http.Request) (source, game int, err error) {
	if source, err = number("source", r.PathValue("source"), 1<<20); err == nil {
		game, err = number("game", r.PathValue("game"), 1<<40)
	}
	return source, game, err
}

// number reads a whole number from 0 to most; an empty text is 0.
func number(what, text string, most int) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, badf("%s %.20q: want a number from 0 to %d", what, text, most)
	}
	return n, nil
}

// oneOf returns text if it is one of the names, or empty.
func oneOf[T fmt.Stringer](what, text string, names []T) (string, error) {
	if text == "" {
		return "", nil
	}
	for _, n := range names {
		if n.String() == text {
			return text, nil
		}
	}
	return "", badf("%s %.20q: there is none of that name", what, text)
}

var (
	outcomes = []rules.Outcome{rules.RedWins, rules.BlackWins, rules.Draw}
	colours  = []board.Color{board.Red, board.Black}
	reasons  = func() (all []rules.Reason) {
		for i := range rules.NumReasons {
			all = append(all, rules.Reason(i))
		}
		return all
	}()
)

// maxPlayer is how long the name of a player may be.
const maxPlayer = 200

// parseFilter reads the filter and the offset of a list.
func parseFilter(q url.Values) (f library.Filter, offset int, err error) {
	take := func(to *string, value string, e error) {
		*to = value
		if err == nil {
			err = e
		}
	}
	count := func(to *int, name string, most int) {
		n, e := number(name, q.Get(name), most)
		*to = n
		if err == nil {
			err = e
		}
	}
	result, e := oneOf("result", q.Get("result"), outcomes)
	take(&f.Result, result, e)
	reason, e := oneOf("reason", q.Get("reason"), reasons)
	take(&f.Reason, reason, e)
	colour, e := oneOf("colour", q.Get("colour"), colours)
	take(&f.Colour, colour, e)
	count(&f.Plies.From, "plies_from", dataset.MaxPlies)
	count(&f.Plies.To, "plies_to", dataset.MaxPlies)
	count(&f.Reveals.From, "reveals_from", 30)
	count(&f.Reveals.To, "reveals_to", 30)
	var percent int
	count(&percent, "swing", 100)
	f.Swing = float64(percent) / 100
	count(&offset, "offset", 1<<40)
	if f.Player = q.Get("player"); len(f.Player) > maxPlayer && err == nil {
		err = badf("the name of the player is too long")
	}
	switch o := library.Order(q.Get("order")); o {
	case "", library.AsRecorded, library.BySwing, library.ByPlies:
		f.Order = o
	default:
		if err == nil {
			err = badf("order %.20q: want index, swing or plies", string(o))
		}
	}
	return f, offset, err
}
