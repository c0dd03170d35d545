package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// arrival is one result, opened.
type arrival struct {
	key    string // who sent it; own for the hub
	item   item
	parcel *parcel // nil: the order was delivered too often, or fault says why not
	fault  error   // what the rules have against it
	failed error   // the hub's own player could not play it
	done   func()  // acknowledges it, once everything about it is on disk
}

// listen receives results and opens them on all cores. Those of other jobs are thrown away.
func (g *gathering) listen(ctx context.Context) (<-chan arrival, func(), error) {
	messages, err := g.hub.results.Messages(jetstream.PullMaxMessages(64))
	if err != nil {
		return nil, nil, err
	}
	out := make(chan arrival)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() { g.receive(ctx, messages, out) })
	}
	return out, func() { messages.Stop(); readers.Wait() }, nil
}

// receive opens results until the messages end.
func (g *gathering) receive(ctx context.Context, messages jetstream.MessagesContext, out chan<- arrival) {
	for {
		msg, err := messages.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil { // the connection is being made again
			time.Sleep(100 * time.Millisecond)
			continue
		}
		done := func() { _ = msg.Ack() } // unheard, it comes again, and is known
		key, token, jobID, it, err := parseResult(msg.Subject())
		if err != nil || jobID != g.id {
			done()
			continue
		}
		a := arrival{key: key, item: it, done: done}
		if token == itemToken {
			a.parcel, a.fault = g.opener.open(it, msg.Data())
		}
		select {
		case out <- a:
		case <-ctx.Done():
		}
	}
}

// arrive takes a result.
func (g *gathering) arrive(ctx context.Context, a arrival) error {
	t := g.tasks[a.item.name()]
	var err error
	switch {
	case a.failed != nil:
		return fmt.Errorf("item %s of games from %d on failed on every worker, and here: %w", a.item.name(), a.item.First, a.failed)
	case t == nil:
	case g.hub.isShut(a.key):
		g.again(t)
	case a.fault != nil:
		err = g.shut(ctx, a.key, fmt.Sprintf("item %s: %v", a.item.name(), a.fault))
		g.again(t)
	case a.parcel == nil:
		if !t.settled && !t.byHand {
			g.hub.options.Log("hub: item %s was given out too often; it is played here", a.item.name())
			g.play(t)
		}
	default:
		err = g.take(ctx, t, a)
	}
	if err == nil && a.done != nil {
		a.done()
	}
	return err
}

// again has an item ordered once more if it has not come in: whoever had the order has acknowledged it.
func (g *gathering) again(t *task) {
	if t.arrived.IsZero() {
		t.ordered = time.Time{}
		g.unsent = append(g.unsent, t)
	}
}

// take compares a parcel with what is known of its item, or keeps it.
func (g *gathering) take(ctx context.Context, t *task, a arrival) error {
	name := t.name()
	r, there := g.ledger.receipts[name]
	if a.key == own {
		t.playing, t.byHand = false, false
		return g.truth(ctx, t, a.parcel)
	}
	switch {
	case !there:
		g.hub.credit(a.key, a.parcel)
		if err := g.ledger.keep(a.parcel, receipt{Item: name, Worker: a.key, Sum: a.parcel.sum}); err != nil {
			return err
		}
		t.arrived = time.Now()
		if t.check {
			return nil // tick asks somebody
		}
		return g.settle(t, a.parcel)
	case a.key == r.Worker && a.parcel.sum == r.Sum:
		return nil // sent twice
	case a.parcel.sum == r.Sum:
		if r.Checked == "" && r.Worker != own {
			r.Checked = a.key
			if err := g.ledger.write(r); err != nil {
				return err
			}
		}
		return g.settle(t, a.parcel)
	}
	// They disagree: the hub settles it.
	if g.sums[name] == nil {
		g.sums[name] = claims{r.Worker: r.Sum}
	}
	if r.Worker != own {
		g.sums[name][a.key] = a.parcel.sum
		g.reopen(t)
		g.play(t)
		return nil
	}
	return g.shut(ctx, a.key, disagrees(name))
}
