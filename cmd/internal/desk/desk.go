package desk

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrFull means that the line is as long as it may get.
var ErrFull = errors.New("too many searches wait: try again later")

// Desk has places for searches and a line before them.
type Desk struct {
	longest int

	mu   sync.Mutex
	free int
	line []*waiter
}

// waiter is somebody in the line.
type waiter struct {
	served chan struct{}      // closed when it has a place
	ahead  func(searches int) // nil: does not ask
}

// New returns a desk with so many places, one at least, and a line of at most longest waiters.
func New(places, longest int) *Desk { return &Desk{longest: longest, free: max(1, places)} }

// Enter waits for a place and returns what gives it back, which is called once. ahead, unless nil, is told how many
// searches are before this one: whenever that changes, 0 being the head of the line, on whatever goroutine changed it and
// not for long; it is not called when there is no wait. The error is ErrFull or the cause of ctx's end.
func (d *Desk) Enter(ctx context.Context, ahead func(searches int)) (leave func(), err error) {
	d.mu.Lock()
	if d.free > 0 {
		d.free--
		d.mu.Unlock()
		return d.leave, nil
	}
	if len(d.line) >= d.longest {
		d.mu.Unlock()
		return nil, ErrFull
	}
	w := &waiter{served: make(chan struct{}), ahead: ahead}
	d.line = append(d.line, w)
	n := len(d.line) - 1
	d.mu.Unlock()
	if ahead != nil {
		ahead(n)
	}
	select {
	case <-w.served:
		return d.leave, nil
	case <-ctx.Done():
		d.giveUp(w)
		return nil, context.Cause(ctx)
	}
}

// leave gives a place to the head of the line.
func (d *Desk) leave() {
	d.mu.Lock()
	if len(d.line) == 0 {
		d.free++
		d.mu.Unlock()
		return
	}
	close(d.line[0].served)
	d.line = d.line[1:]
	line := slices.Clone(d.line)
	d.mu.Unlock()
	tell(line, 0)
}

// giveUp takes w out of the line; if it has been served meanwhile, the place is given back.
func (d *Desk) giveUp(w *waiter) {
	d.mu.Lock()
	i := slices.Index(d.line, w)
	if i < 0 {
		d.mu.Unlock()
		d.leave()
		return
	}
	d.line = slices.Delete(d.line, i, i+1)
	line := slices.Clone(d.line)
	d.mu.Unlock()
	tell(line, i)
}

// tell says to those from place i on how many are before them.
func tell(line []*waiter, i int) {
	for n := i; n < len(line); n++ {
		if line[n].ahead != nil {
			line[n].ahead(n)
		}
	}
}
