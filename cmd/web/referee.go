//go:build js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
	"syscall/js"

	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/eval/uciclient"
)

// moveNodes is how much the engine looks at for a move at full strength: some two seconds in a browser.
const moveNodes = 300_000

// referee is the play page's side of a game.
type referee struct {
	hall *play.Hall

	mu      sync.Mutex
	session *play.Session // nil before the first game
	end     func()        // of following it
}

// newReferee returns the referee of games against the engine at the other end of the port.
func newReferee(v js.Value) (*referee, error) {
	f, err := spec.Load(spec.Shipped)
	if err != nil {
		return nil, err
	}
	e := &overUCI{port: v}
	hall, err := play.Open(play.Config{
		Opponents: []play.Opponent{{Name: f.Name, Hash: f.Hash, Levels: true, Choose: e.choose}},
		Adviser:   play.Evaluation(f), Rules: rules.Tiantian,
	})
	return &referee{hall: hall, end: func() {}}, err
}

// overUCI is the engine in the other Worker.
type overUCI struct {
	port   js.Value
	client *uciclient.Client
}

// choose asks the engine, of which one move is asked at a time.
func (e *overUCI) choose(ctx context.Context, view *rules.Game, k engine.Skill) (rules.Choice, error) {
	if e.client == nil {
		c, err := uciclient.Start(context.Background(), uciclient.Config{
			Name: "engine", Dial: func() (io.ReadWriteCloser, error) { return newPort(e.port), nil },
		})
		if err != nil {
			return rules.Choice{}, err
		}
		e.client = c
	}
	for _, o := range []uciclient.Option{{Name: "Skill Level", Value: strconv.Itoa(k.Level)}, {Name: "Skill Phrase", Value: k.Phrase}} {
		if err := e.client.Set(o); err != nil {
			return rules.Choice{}, err
		}
	}
	return e.client.Choose(ctx, view, rules.Limits{Nodes: moveNodes})
}

func (r *referee) methods() map[string]method {
	return map[string]method{
		"about": func(json.RawMessage) (any, error) {
			o := r.hall.Opponents()[0]
			opponents := []map[string]any{{"name": o.Name, "levels": o.Levels}}
			return map[string]any{"opponents": opponents, "maxLevel": engine.MaxSkill, "notice": "notice.browser"}, nil
		},
		"newGame":  r.newGame,
		"games":    func(json.RawMessage) (any, error) { return []any{}, nil },
		"move":     r.move,
		"takeBack": r.of(func(s *play.Session) (any, error) { return nothing, s.TakeBack() }),
		"resign":   r.of(func(s *play.Session) (any, error) { return nothing, s.Resign() }),
		"hint":     r.of(func(s *play.Session) (any, error) { return s.Hint(context.Background()) }),
	}
}

func (r *referee) newGame(args json.RawMessage) (any, error) {
	wish, err := decode[play.Wish](args)
	if err != nil {
		return nil, err
	}
	s, err := r.hall.New(wish)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	changed, end := s.Watch()
	done := make(chan struct{})
	r.session, r.end = s, func() { close(done); end() }
	tell("state", s.State())
	go func() {
		for {
			select {
			case <-changed:
				tell("state", s.State())
			case <-done:
				return
			}
		}
	}()
	return nothing, nil
}

// of answers with what is done to the game at hand.
func (r *referee) of(do func(*play.Session) (any, error)) method {
	return func(json.RawMessage) (any, error) {
		r.mu.Lock()
		s := r.session
		r.mu.Unlock()
		if s == nil {
			return nil, errors.New("no game is begun")
		}
		return do(s)
	}
}

func (r *referee) move(args json.RawMessage) (any, error) {
	text, err := decode[string](args)
	if err != nil {
		return nil, err
	}
	m, err := notation.ParseMove4(text)
	if err != nil {
		return nil, err
	}
	return r.of(func(s *play.Session) (any, error) { return nothing, s.Move(m) })(nil)
}
