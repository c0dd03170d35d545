package search

import "time"

// In a browser all goroutines, and the events that would stop a search, share one thread: a search that never sleeps is deaf.
const (
	breatheEvery = 50 * time.Millisecond
	breatheFor   = time.Millisecond
)

// breather lets others run where a search would keep them from it.
type breather struct {
	last time.Time // when it did
}

// breathe sleeps a little now and then, so that messages come in.
func (b *breather) breathe() {
	if time.Since(b.last) >= breatheEvery {
		time.Sleep(breatheFor)
		b.last = time.Now()
	}
}
