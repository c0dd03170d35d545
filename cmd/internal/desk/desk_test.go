package desk

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
)

// TestServedInTurn lines up waiters behind a held place: each is told who is before it, and they are served in order.
func TestServedInTurn(t *testing.T) {
	d := New(1, 10)
	leave, err := d.Enter(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const waiters = 5
	var mu sync.Mutex
	var served []int
	told := make([][]int, waiters)
	var all sync.WaitGroup
	for i := range waiters {
		queued := make(chan struct{})
		var once sync.Once
		all.Go(func() {
			leave, err := d.Enter(t.Context(), func(ahead int) {
				mu.Lock()
				told[i] = append(told[i], ahead)
				mu.Unlock()
				once.Do(func() { close(queued) })
			})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			served = append(served, i)
			mu.Unlock()
			leave()
		})
		<-queued
	}
	leave()
	all.Wait()
	if want := []int{0, 1, 2, 3, 4}; !slices.Equal(served, want) {
		t.Errorf("served %v", served)
	}
	for i := range told {
		if told[i][0] != i || !slices.Contains(told[i], 0) && i > 0 {
			t.Errorf("waiter %d was told %v", i, told[i])
		}
	}
}

func TestBounds(t *testing.T) {
	d := New(0, 1) // one place at least
	leave, err := d.Enter(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	queued, left := make(chan struct{}), make(chan error)
	go func() {
		_, err := d.Enter(ctx, func(int) { close(queued) })
		left <- err
	}()
	<-queued
	if _, err := d.Enter(t.Context(), nil); !errors.Is(err, ErrFull) {
		t.Errorf("error %v with a full line", err)
	}
	cancel(gone)
	if err := <-left; !errors.Is(err, gone) {
		t.Errorf("error %v, want the cause", err)
	}
	leave()
	if leave, err = d.Enter(t.Context(), nil); err != nil {
		t.Fatal("the place was lost:", err)
	}
	leave()
}
