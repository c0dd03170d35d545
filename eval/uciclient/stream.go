package uciclient

import (
	"context"
	"fmt"
	"io"
	"time"

	"jieqi/engine/referee"
)

// stream is a connection to an engine that somebody else runs.
type stream struct {
	rw    io.ReadWriteCloser
	lines chan string
	over  chan struct{} // closed by end
}

func newStream(rw io.ReadWriteCloser) *stream {
	s := &stream{rw: rw, lines: make(chan string), over: make(chan struct{})}
	go deliver(rw, s.lines, s.over)
	return s
}

// ask implements link.
func (s *stream) ask(ctx context.Context, text string, deadline time.Time, take func(line string) bool) error {
	begin := time.Now()
	if _, err := io.WriteString(s.rw, text); err != nil {
		return fmt.Errorf("%w: %w", referee.ErrCrash, err)
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	for {
		select {
		case line, open := <-s.lines:
			if !open {
				return fmt.Errorf("%w: it closed the connection", referee.ErrCrash)
			}
			if take(line) {
				return nil
			}
		case <-timer.C:
			return fmt.Errorf("%w in %v", referee.ErrStall, time.Since(begin).Round(time.Millisecond))
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// end implements link. The engine is asked to quit, and not waited for.
func (s *stream) end(time.Duration) error {
	close(s.over)
	_, _ = io.WriteString(s.rw, "quit\n") // it may be gone
	return s.rw.Close()
}
