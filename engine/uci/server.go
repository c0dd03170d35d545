package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"jieqi/engine"
)

// Server runs one UCI session. Its fields are set before Run and not changed afterwards.
type Server struct {
	In   io.Reader
	Out  io.Writer
	Name string // "id name"; "jieqi" when empty

	// Load turns the value of EvalFile ("hce", a network file, ...) into an evaluation. It may be
	// called at any time; its errors are shown to the peer.
	Load func(spec string) (engine.Factory, error)
	// Default is the evaluation to begin with.
	Default string
}

// finishGrace is how long a search with limits of its own may go on after the end of the input.
const finishGrace = 10 * time.Second

// Run serves until quit, the end of the input or the end of ctx, and stops whatever is running
// before it returns. It fails if the default evaluation cannot be loaded, or if reading or
// writing fails. At the end of ctx a goroutine may stay behind in a blocked read of In.
func (s *Server) Run(ctx context.Context) error {
	session, err := newSession(s)
	if err != nil {
		return fmt.Errorf("uci: evaluation %q: %w", s.Default, err)
	}
	defer session.halt()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan line)
	go readLines(ctx, s.In, lines)
	for session.out.failed() == nil {
		var l line
		select {
		case l = <-lines:
		case <-ctx.Done():
			return nil
		}
		switch {
		case errors.Is(l.err, io.EOF):
			session.finish(finishGrace)
			return session.writeError()
		case l.err != nil:
			return fmt.Errorf("uci: read: %w", l.err)
		case l.tooLong:
			session.out.fail(fmt.Errorf("line of more than %d bytes ignored", maxLine))
		case !session.handle(l.text):
			session.halt()
			return session.writeError()
		}
	}
	return session.writeError()
}

func (s *session) writeError() error {
	if err := s.out.failed(); err != nil {
		return fmt.Errorf("uci: write: %w", err)
	}
	return nil
}

// handle carries out one line of input; false means quit.
func (s *session) handle(text string) bool {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return true
	}
	name, args := fields[0], fields[1:]
	if name == "quit" {
		return false
	}
	command, known := commands[name]
	if !known {
		s.out.fail(fmt.Errorf("unknown command %q", clip(name)))
		return true
	}
	if err := command(s, args); err != nil {
		s.out.fail(fmt.Errorf("%s: %w", name, err))
	}
	return true
}

// commands are the commands by name, quit aside.
var commands = map[string]func(*session, []string) error{
	"uci":        (*session).identify,
	"isready":    (*session).ready,
	"ucinewgame": (*session).newGame,
	"position":   (*session).position,
	"go":         (*session).search,
	"stop":       (*session).stop,
	"ponderhit":  (*session).ponderHit,
	"setoption":  (*session).setOption,
	"debug":      (*session).ignore,
	"register":   (*session).ignore,
	"d":          (*session).display,
	"eval":       (*session).evaluate,
	"bench":      (*session).bench,
	"perft":      (*session).perft,
}

// clip keeps an error about hostile input short.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
