package progress

import (
	"sync"
	"time"
)

// patience is how long Slow shows nothing.
const patience = time.Second

// Slow returns what shows on s how far pieces of work have come that are mostly done at once: a stage by the name of
// each that has taken a second, and none for the others. It is safe for concurrent use.
func Slow(s *Stages) func(what string, done, total int) {
	var mu sync.Mutex
	var at string
	var began time.Time
	return func(what string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if what != at {
			at, began = what, time.Now()
		}
		if time.Since(began) >= patience {
			s.Set(what, int64(done), int64(total), "")
		}
	}
}
