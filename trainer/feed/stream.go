package feed

import (
	"context"
	"time"
)

// Stream hands out the training samples in their order, batch by batch, while the next window is
// decoded behind its back. There are two windows in memory: the one in use and the one being decoded.
type Stream struct {
	reader *Reader
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

// Stream starts reading at a cursor. Close must be called.
func (r *Reader) Stream(ctx context.Context, from Cursor) *Stream {
	ctx, cancel := context.WithCancel(ctx)
	s := &Stream{reader: r, cancel: cancel, done: make(chan struct{}), ready: make(chan delivery),
		free: make(chan *window, 1), cursor: from}
	go s.produce(ctx, from)
	return s
}

// Cursor returns where the samples after the last batch begin.
func (s *Stream) Cursor() Cursor { return s.cursor }

// Waited returns the time that Next has spent waiting for samples to be decoded.
func (s *Stream) Waited() time.Duration { return s.waited }

// Close stops the decoding and waits for it.
func (s *Stream) Close() {
	s.cancel()
	<-s.done
}

// produce decodes windows from a cursor on, one ahead of what is used.
func (s *Stream) produce(ctx context.Context, from Cursor) {
	defer close(s.done)
	for epoch := from.Epoch; ; epoch++ {
		for number, blocks := range s.reader.order.windows(epoch) {
			if epoch == from.Epoch && number < from.Window {
				continue
			}
			w := s.buffer()
			err := s.reader.read(ctx, w, epoch, number, blocks)
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

// buffer returns a window to decode into: the one used before, or a new one if there is none yet.
func (s *Stream) buffer() *window {
	select {
	case w := <-s.free:
		return w
	default:
		return &window{}
	}
}

// Next sets b to the next n samples. Those of the batch before must no longer be in use. It fails
// when a block cannot be read, and with the cause when ctx ends.
func (s *Stream) Next(ctx context.Context, b *Batch, n int) error {
	b.reader = s.reader
	b.spans = b.spans[:0]
	for first := 0; first < n; {
		if err := s.advance(ctx, b); err != nil {
			return err
		}
		take := min(n-first, s.current.size()-s.cursor.Offset)
		b.spans = append(b.spans, span{window: s.current, epoch: s.current.epoch, offset: s.cursor.Offset, first: first, n: take})
		s.cursor.Offset += take
		first += take
	}
	return nil
}

// advance makes sure that the current window has a sample left, waiting for the next window if
// need be.
func (s *Stream) advance(ctx context.Context, b *Batch) error {
	for s.current == nil || s.cursor.Offset >= s.current.size() {
		if s.current != nil {
			b.leave(s.current)
			s.free <- s.current
			s.current, s.cursor.Offset = nil, 0
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
