package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"jieqi/cmd/internal/version"
)

// carry carries out one order: the result is published and confirmed before the order is acknowledged, so that one of both is
// there whatever is killed. An order that cannot be carried out goes back.
func (w *playing) carry(ctx context.Context, s *seat, msg jetstream.Msg) {
	err := w.carryOut(ctx, s, msg)
	if err == nil {
		return
	}
	if ctx.Err() == nil {
		w.options.Log("worker: %v; the order goes back", err)
	}
	delay := 5 * time.Second // somebody else may do better
	if ctx.Err() != nil {
		delay = 0
	}
	_ = msg.NakWithDelay(delay) // unheard, the order comes again by itself
}

func (w *playing) carryOut(parent context.Context, s *seat, msg jetstream.Msg) error {
	if len(msg.Data()) > maxOrder {
		return fmt.Errorf("an order of %d bytes", len(msg.Data()))
	}
	var o order
	if err := json.Unmarshal(msg.Data(), &o); err != nil {
		return fmt.Errorf("an order that cannot be read: %w", err)
	}
	if err := o.check(); err != nil {
		return err
	}
	if mine := version.Generator(); o.Job.Generator != mine {
		return fmt.Errorf("an order of %q, and this is %q", o.Job.Generator, mine)
	}
	id := o.Job.id()
	if meta, err := msg.Metadata(); err == nil && meta.NumDelivered > mostDeliveries {
		return w.report(parent, itemSubject(w.key, stuckToken, id, o.Item), nil, msg)
	}
	ctx, cancel := context.WithTimeoutCause(parent, w.limit, errors.New("the order's time is up"))
	defer cancel()
	if err := s.prepare(ctx, &o.Job, id, w.load); err != nil {
		return err
	}
	parcel, err := s.player.play(ctx, o.Item, func() { _ = msg.InProgress() })
	if err != nil {
		return fmt.Errorf("item %s: %w", o.Item.name(), err)
	}
	return w.report(parent, itemSubject(w.key, itemToken, id, o.Item), parcel, msg)
}

// prepare makes the seat's engines those of a job.
func (s *seat) prepare(ctx context.Context, j *job, id string, load loader) error {
	if s.job == id {
		return nil
	}
	if s.player != nil {
		if err := s.player.close(); err != nil {
			return err
		}
	}
	s.job, s.player = "", nil
	p, err := newPlayer(ctx, j, load)
	if err != nil {
		return err
	}
	s.job, s.player = id, p
	return nil
}

// report publishes a result until it is stored, then acknowledges the order. A store that is full or away is waited for, as long
// as an order may take; after that somebody else plays the item.
func (w *playing) report(ctx context.Context, subject string, data []byte, msg jetstream.Msg) error {
	for began := time.Now(); ; sleep(ctx, time.Second) {
		_, err := w.js.Publish(ctx, subject, data)
		if err == nil {
			return msg.Ack()
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if time.Since(began) > w.limit {
			return fmt.Errorf("publish a result: %w", err)
		}
		_ = msg.InProgress()
	}
}
