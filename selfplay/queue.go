package selfplay

import (
	"context"
	"sync"
)

// span is a run of games: first, first+1, … end-1.
type span struct{ first, end uint64 }

func (s span) games() uint64 { return s.end - s.first }

// queue hands out games in order and holds workers back that are too far ahead of the writer.
type queue struct {
	mu      sync.Mutex
	moved   sync.Cond
	spans   []span          // what is left to hand out
	have    map[uint64]bool // games among them that need not be played
	ahead   uint64          // how many games may be handed out beyond those written
	handed  uint64
	written uint64
}

func newQueue(spans []span, have map[uint64]bool, ahead uint64) *queue {
	q := &queue{spans: append([]span(nil), spans...), have: have, ahead: ahead}
	q.moved.L = &q.mu
	return q
}

// claim returns the next game to play, waiting until it is near enough to the writer. ok is false
// when there is none left or ctx has ended.
func (q *queue) claim(ctx context.Context) (index uint64, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		q.await(ctx)
		if ctx.Err() != nil || len(q.spans) == 0 {
			return 0, false
		}
		index = q.spans[0].first
		if q.spans[0].first++; q.spans[0].games() == 0 {
			q.spans = q.spans[1:]
		}
		q.handed++
		if !q.have[index] {
			return index, true
		}
	}
}

// await waits, while the next game is too far ahead of the writer, for the writer or the end of ctx. q.mu is held.
func (q *queue) await(ctx context.Context) {
	near := func() bool { return ctx.Err() != nil || len(q.spans) == 0 || q.handed < q.written+q.ahead }
	if near() {
		return
	}
	defer context.AfterFunc(ctx, q.wake)()
	for !near() {
		q.moved.Wait()
	}
}

// wrote tells that the writer has taken one more game.
func (q *queue) wrote() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.written++
	q.moved.Broadcast()
}

func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.moved.Broadcast()
}
