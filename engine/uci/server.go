package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

	grace  time.Duration // finishGrace when zero
	hashMB int           // the default of Hash when zero
}

// finishGrace is how long each search with limits of its own may go on after the end of the input.
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
		case <-session.idle():
			session.resume()
			continue
		case <-ctx.Done():
			return nil
		}
		switch {
		case errors.Is(l.err, io.EOF):
			session.finish(cmp.Or(s.grace, finishGrace))
			return session.writeError()
		case l.err != nil:
			return fmt.Errorf("uci: read: %w", l.err)
		case l.tooLong:
			session.lose(parseRequest(l.text), fmt.Errorf("line of more than %d bytes ignored", maxLine))
		case !session.take(parseRequest(l.text)):
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

// clip keeps an error about hostile input short.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
