package selfplay

import (
	"context"
	"testing"
	"time"
)

func TestQueueHandsOutInOrder(t *testing.T) {
	q := newQueue([]span{{3, 6}, {10, 12}}, map[uint64]bool{4: true, 11: true}, 100)
	for _, want := range []uint64{3, 5, 10} {
		if got, ok := q.claim(t.Context()); !ok || got != want {
			t.Errorf("game %d, %v, want %d", got, ok, want)
		}
	}
	if got, ok := q.claim(t.Context()); ok {
		t.Errorf("game %d after the last", got)
	}
}

// TestQueueHoldsBack claims beyond the look-ahead: the claim waits for the writer, or for the end.
func TestQueueHoldsBack(t *testing.T) {
	q := newQueue([]span{{0, 100}}, nil, 2)
	claims := make(chan uint64)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		defer close(claims)
		for {
			i, ok := q.claim(ctx)
			if !ok {
				return
			}
			claims <- i
		}
	}()
	expect := func(want uint64) {
		t.Helper()
		if got := <-claims; got != want {
			t.Errorf("game %d, want %d", got, want)
		}
	}
	expect(0)
	expect(1)
	select {
	case i := <-claims:
		t.Errorf("game %d was handed out two beyond the writer", i)
	case <-time.After(20 * time.Millisecond):
	}
	q.wrote()
	expect(2)
	stop()
	if i, ok := <-claims; ok {
		t.Errorf("game %d after the stop", i)
	}
}
