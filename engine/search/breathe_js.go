package search

import "time"

// In a browser all goroutines, and the events that would stop a search, share one thread: a search that never sleeps is deaf.
const (
	breatheEvery = 50 * time.Millisecond
	breatheFor   = time.Millisecond
)

// breathe sleeps a little now and then, so that messages come in.
func breathe(w *worker) {
	if now := time.Now(); now.Sub(w.breathed) >= breatheEvery {
		time.Sleep(breatheFor)
		w.breathed = time.Now()
	}
}
