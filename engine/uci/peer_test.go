package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/search"
)

// patience is how long a test waits for a line: long, because test machines stall.
const patience = 30 * time.Second

func load(spec string) (engine.Factory, error) {
	if spec != "hce" && spec != "other name" {
		return engine.Factory{}, fmt.Errorf("%q: no such evaluation", spec)
	}
	return engine.Factory{Name: spec, Hash: "0123", New: func() search.Evaluator { return hce.New(&hce.Default) }}, nil
}

// peer is the other end of a session under test.
type peer struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	done  chan error
	stop  context.CancelFunc
}

func newPeer(t *testing.T) *peer {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	p := &peer{t, inW, make(chan string, 10_000), make(chan error, 1), cancel}
	go func() {
		err := (&Server{In: inR, Out: outW, Load: load, Default: "hce"}).Run(ctx)
		outW.Close()
		p.done <- err
	}()
	go func() {
		for in := bufio.NewScanner(outR); in.Scan(); {
			p.lines <- in.Text()
		}
		close(p.lines)
	}()
	t.Cleanup(func() {
		inW.Close()
		cancel()
	})
	return p
}

func (p *peer) send(lines ...string) {
	for _, l := range lines {
		if _, err := io.WriteString(p.in, l+"\n"); err != nil {
			p.t.Fatalf("send %q: %v", l, err)
		}
	}
}

// next returns the next line of output.
func (p *peer) next() string {
	p.t.Helper()
	select {
	case l, open := <-p.lines:
		if !open {
			p.t.Fatal("output ended")
		}
		return l
	case <-time.After(patience):
		p.t.Fatal("no line in time")
	}
	return ""
}

// until returns the lines up to the first one with the prefix, that one included.
func (p *peer) until(prefix string) (lines []string) {
	p.t.Helper()
	for {
		l := p.next()
		lines = append(lines, l)
		if strings.HasPrefix(l, prefix) {
			return lines
		}
	}
}

// last returns the first line with the prefix.
func (p *peer) last(prefix string) string {
	p.t.Helper()
	lines := p.until(prefix)
	return lines[len(lines)-1]
}

// sync waits until everything sent has been carried out and fails if anything was printed but
// lines with one of the prefixes.
func (p *peer) sync(allowed ...string) (lines []string) {
	p.t.Helper()
	p.send("isready")
	lines = p.until("readyok")
	lines = lines[:len(lines)-1]
	for _, l := range lines {
		ok := false
		for _, prefix := range allowed {
			ok = ok || strings.HasPrefix(l, prefix)
		}
		if !ok {
			p.t.Fatalf("unexpected line %q", l)
		}
	}
	return lines
}

// quiet fails if a line arrives within a short while.
func (p *peer) quiet(prefix string) {
	p.t.Helper()
	for deadline := time.After(100 * time.Millisecond); ; {
		select {
		case l := <-p.lines:
			if strings.HasPrefix(l, prefix) {
				p.t.Fatalf("early line %q", l)
			}
		case <-deadline:
			return
		}
	}
}

// ended waits for Run to return.
func (p *peer) ended() error {
	p.t.Helper()
	for {
		select {
		case _, open := <-p.lines:
			if !open {
				p.lines = nil
			}
		case err := <-p.done:
			return err
		case <-time.After(patience):
			p.t.Fatal("Run does not return")
		}
	}
}

func (p *peer) fen() string {
	p.t.Helper()
	p.send("d")
	fen := strings.TrimPrefix(p.last("Fen: "), "Fen: ")
	p.until("Game: ")
	return fen
}

var errBroken = errors.New("broken pipe")

// brokenWriter fails after a number of writes.
type brokenWriter struct{ left int }

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errBroken
	}
	return len(b), nil
}
