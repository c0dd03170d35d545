package uci

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// command is what a first word stands for.
type command struct {
	run       func(s *session, args string) error
	waits     bool // needs the engine: a job that ends by itself is waited for, an endless one stopped
	overtakes bool // carried out at once even while earlier commands wait
	repeats   bool // having overtaken, carried out in its turn as well
}

// commands are the commands by name, quit aside.
var commands = map[string]command{
	"uci":        {run: (*session).identify},
	"isready":    {run: (*session).ready, overtakes: true},
	"ucinewgame": {run: (*session).newGame, waits: true},
	"position":   {run: (*session).position},
	"go":         {run: (*session).search, waits: true},
	"stop":       {run: (*session).stop, overtakes: true, repeats: true},
	"ponderhit":  {run: (*session).ponderHit},
	"setoption":  {run: (*session).setOption, waits: true},
	"debug":      {run: (*session).ignore},
	"register":   {run: (*session).ignore},
	"d":          {run: (*session).display},
	"eval":       {run: (*session).evaluate},
	"bench":      {run: (*session).bench, waits: true},
	"perft":      {run: (*session).perft, waits: true},
}

// maxWaiting bounds the commands that wait for a job to end.
const maxWaiting = 10_000

// request is a line of input: its first word, and what follows as it was sent, without blanks before it.
type request struct {
	name, args string
	lost       error // why it cannot be carried out; nil if it can
}

func parseRequest(text string) request {
	text = strings.TrimLeft(strings.TrimRight(text, "\r\n"), blanks)
	end := strings.IndexAny(text+" ", blanks)
	return request{name: text[:end], args: strings.TrimLeft(text[end:], blanks)}
}

// blanks stand between words.
const blanks = " \t\r\n\v\f"

// take carries out a command, or lets it wait when it needs the engine and a job is running, or
// when others wait already. It returns false to quit.
func (s *session) take(r request) bool {
	switch r.name {
	case "":
		return true
	case "quit":
		return false
	}
	c := commands[r.name]
	first := len(s.waiting) == 0 && !(c.waits && s.busy())
	if c.overtakes || first {
		s.carryOut(r)
	}
	if first || c.overtakes && !c.repeats {
		return true
	}
	if len(s.waiting) >= maxWaiting {
		s.lose(r, errors.New("too many commands while a search is running"))
		return true
	}
	s.waiting = append(s.waiting, r)
	return true
}

// lose reports a request that cannot be carried out. A lost position is a refused one, in its turn: what a later go
// means is not known.
func (s *session) lose(r request, why error) {
	s.out.fail(why)
	if r.name != "position" {
		return
	}
	r = request{name: r.name, lost: why}
	switch n := len(s.waiting); {
	case n == 0:
		s.carryOut(r)
	case s.waiting[n-1].lost == nil: // else the one before it says the same
		s.waiting = append(s.waiting, r)
	}
}

// busy reports whether a job is running that will end by itself. An endless one does not count:
// whatever needs the engine stops it.
func (s *session) busy() bool {
	return s.job != nil && !s.job.endless() && !s.job.ended()
}

// idle returns what is closed once waiting commands can go on; nil, never ready, if there are none.
func (s *session) idle() <-chan struct{} {
	if len(s.waiting) == 0 {
		return nil
	}
	return s.job.done
}

// resume carries out waiting commands up to the next one that has to wait.
func (s *session) resume() {
	for len(s.waiting) > 0 && !(commands[s.waiting[0].name].waits && s.busy()) {
		r := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.carryOut(r)
	}
}

// finish carries out what waits and lets the job end, each job within grace; an endless job is stopped at
// once.
func (s *session) finish(grace time.Duration) {
	for s.job != nil && (s.busy() || len(s.waiting) > 0) {
		select {
		case <-s.job.done:
		case <-time.After(grace):
			s.halt()
		}
		s.resume()
	}
	s.halt()
}

// carryOut runs one command and reports its error. That of a lost position has been reported.
func (s *session) carryOut(r request) {
	if r.lost != nil {
		s.refuse(r.lost)
		return
	}
	c, known := commands[r.name]
	if !known {
		s.out.fail(fmt.Errorf("unknown command %q", clip(r.name)))
		return
	}
	if err := c.run(s, r.args); err != nil {
		s.out.fail(fmt.Errorf("%s: %w", r.name, err))
	}
}
