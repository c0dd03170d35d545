package backprop

import (
	"sync"
	"sync/atomic"
	"time"
)

// workers share the work of a step between goroutines, and know how long that took.
type workers struct {
	threads int
	shared  time.Duration // time spent in each and in runTeams
}

func (w *workers) timed(work func()) {
	began := time.Now()
	work()
	w.shared += time.Since(began)
}

// each calls f(i) for 0 <= i < n from up to as many goroutines as there are threads. What f does with i must not
// depend on who calls it or when.
func (w *workers) each(n int, f func(i int)) {
	w.timed(func() { parallel(w.threads, n, f) })
}

func parallel(threads, n int, f func(i int)) {
	if threads = min(threads, n); threads <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// barrier lets size goroutines wait for each other, again and again.
type barrier struct {
	mu      sync.Mutex
	cond    sync.Cond
	size    int
	waiting int
	round   int
}

func newBarrier(size int) *barrier {
	b := &barrier{size: size}
	b.cond.L = &b.mu
	return b
}

// wait returns once all have called it.
func (b *barrier) wait() {
	if b.size == 1 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	round := b.round
	if b.waiting++; b.waiting == b.size {
		b.waiting = 0
		b.round++
		b.cond.Broadcast()
		return
	}
	for b.round == round {
		b.cond.Wait()
	}
}
