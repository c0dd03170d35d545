package backprop

import (
	"sync"
	"sync/atomic"
)

// parallel calls f(i) for 0 <= i < n from up to threads goroutines. What f does with i must not
// depend on who calls it or when.
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
