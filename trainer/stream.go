package trainer

import (
	"context"
	"time"
)

// stream hands out the training samples in their order, batch by batch, while the next window is
// decoded behind its back. The windows in memory are those that the batch lies in, usually one, and
// the one being decoded.
type stream struct {
	cancel context.CancelFunc
	done   chan struct{}
	ready  chan delivery
	free   chan *window

	cursor  Cursor
	current *window
	waited  time.Duration
}

type delivery struct {
	window *window
	err    error
}

// spareWindows is how many used windows are kept for their buffers.
const spareWindows = 2

// newStream starts reading at a cursor. Close must be called.
func newStream(ctx context.Context, r *reader, from Cursor) *stream {
	ctx, cancel := context.WithCancel(ctx)
	s := &stream{cancel: cancel, done: make(chan struct{}), ready: make(chan delivery),
		free: make(chan *window, spareWindows), cursor: from}
	go s.produce(ctx, r, from)
	return s
}

// close stops the decoding and waits for it.
func (s *stream) close() {
	s.cancel()
	<-s.done
}

// produce decodes windows from a cursor on, one ahead of what is used.
func (s *stream) produce(ctx context.Context, r *reader, from Cursor) {
	defer close(s.done)
	for epoch := from.Epoch; ; epoch++ {
		for number, blocks := range r.order.windows(epoch) {
			if epoch == from.Epoch && number < from.Window {
				continue
			}
			w := s.buffer()
			err := r.read(ctx, w, epoch, number, blocks)
			select {
			case s.ready <- delivery{w, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}
}

// buffer returns a window to decode into, and release takes back one that is no longer used.
func (s *stream) buffer() *window {
	select {
	case w := <-s.free:
		return w
	default:
		return &window{}
	}
}

func (s *stream) release(w *window) {
	select {
	case s.free <- w:
	default:
	}
}

// batchSpan is samples offset..offset+n of a window, which are positions first..first+n of a batch.
type batchSpan struct {
	window           *window
	offset, first, n int
}

// batch is where the samples of a step lie.
type batch struct{ spans []batchSpan }

// next sets b to the next n samples. Those of the batch before must no longer be in use.
func (s *stream) next(ctx context.Context, b *batch, n int) error {
	for _, old := range b.spans {
		if old.window != s.current {
			s.release(old.window)
		}
	}
	b.spans = b.spans[:0]
	for first := 0; first < n; {
		if err := s.advance(ctx, b); err != nil {
			return err
		}
		take := min(n-first, s.current.size()-s.cursor.Offset)
		b.spans = append(b.spans, batchSpan{s.current, s.cursor.Offset, first, take})
		s.cursor.Offset += take
		first += take
	}
	return nil
}

// advance makes sure that the current window has a sample left, waiting for the next window if
// need be.
func (s *stream) advance(ctx context.Context, b *batch) error {
	for s.current == nil || s.cursor.Offset >= s.current.size() {
		if s.current != nil {
			if !b.uses(s.current) {
				s.release(s.current)
			}
			s.cursor.Offset = 0
		}
		began := time.Now()
		select {
		case d := <-s.ready:
			s.waited += time.Since(began)
			if d.err != nil {
				return d.err
			}
			s.current = d.window
			s.cursor.Epoch, s.cursor.Window = d.window.epoch, d.window.number
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

func (b *batch) uses(w *window) bool {
	for _, s := range b.spans {
		if s.window == w {
			return true
		}
	}
	return false
}
