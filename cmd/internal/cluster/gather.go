package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// task is one item on its way to be settled.
type task struct {
	item
	ordered   time.Time // when its order was published; zero: none is out
	check     bool      // somebody else has to play it too
	asked     string    // who was asked to
	askedAt   time.Time
	arrived   time.Time // when its parcel came in; zero: it has not
	byHand    bool      // the hub has to play it itself
	playing   bool      // it does
	settled   bool
	delivered bool // to the caller, who cannot give it back
}

// gathering brings in the items of one job. One goroutine, run, owns everything here.
type gathering struct {
	hub     *Hub
	job     *job
	id      string
	opener  *opener
	ledger  *ledger
	tasks   map[string]*task
	unsent  []*task                   // to be published, in order
	out     int                       // orders in the queue or with workers
	left    int                       // tasks that are not settled
	sums    map[string]claims         // of items whose players disagree
	idle    time.Time                 // since when the queue is empty; zero while it is not
	byHand  chan *task                // to the hub's own player
	played  chan arrival              // from it
	deliver func(item, *parcel) error // told of each settled item; nil: the ledger is read in the end
	all     bool                      // every item is checked
}

// claims are what different players say that an item's games are: sums by key.
type claims map[string]string

// newGathering opens the ledger of a job.
func (h *Hub) newGathering(j *job) (*gathering, error) {
	g := &gathering{
		hub: h, job: j, id: j.id(), tasks: map[string]*task{}, sums: map[string]claims{},
		byHand: make(chan *task, 1), played: make(chan arrival),
	}
	var err error
	if g.opener, err = newOpener(j); err != nil {
		return nil, err
	}
	g.ledger, err = openLedger(h.options.Folder, g.id)
	return g, err
}

// run has all items played that come in, and returns when they are settled.
func (g *gathering) run(ctx context.Context, items <-chan item) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, n := range g.job.networks() {
		if err := offer(ctx, g.hub.networks, n, g.hub.options.Spec(n.Name)); err != nil {
			return fmt.Errorf("offer network %s: %w", n.Name, err)
		}
	}
	if err := g.hub.items.Purge(ctx); err != nil {
		return err
	}
	g.hub.restart(g.id)
	arrivals, stop, err := g.listen(ctx)
	if err != nil {
		return err
	}
	defer stop()
	hand := make(chan error, 1)
	go func() { hand <- g.playByHand(ctx) }()
	defer func() {
		cancel()
		err = errors.Join(err, <-hand)
	}()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for items != nil || g.left > 0 {
		select {
		case it, ok := <-items:
			if !ok {
				items = nil
				break
			}
			err = g.add(it)
		case a := <-arrivals:
			err = g.arrive(ctx, a)
		case a := <-g.played:
			err = g.arrive(ctx, a)
		case <-tick.C:
			err = g.tick(ctx)
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err == nil {
			err = g.send(ctx)
		}
		if err != nil {
			return err
		}
	}
	g.count(0, 0, 0)
	g.hub.show()
	return g.hub.items.Purge(ctx) // what is left there would be played in vain
}

// add takes one more item.
func (g *gathering) add(it item) error {
	t := &task{item: it, check: g.hub.options.Check > 0 && (g.all || g.hub.sampled(g.id, it, g.hub.options.Check))}
	g.tasks[it.name()] = t
	g.left++
	r, there := g.ledger.receipts[it.name()]
	if !there {
		g.unsent = append(g.unsent, t)
		return nil
	}
	t.arrived = time.Now()
	if t.check && r.Checked == "" && r.Worker != own {
		return nil // tick asks somebody
	}
	return g.settle(t, nil)
}

// settle finishes a task; p is its parcel, nil if that is only on disk.
func (g *gathering) settle(t *task, p *parcel) error {
	if t.settled {
		return nil
	}
	if g.deliver != nil && !t.delivered {
		if p == nil {
			var err error
			if p, err = g.ledger.read(g.opener, t.item); err != nil {
				return err
			}
		}
		if err := g.deliver(t.item, p); err != nil {
			return err
		}
		t.delivered = true
	}
	t.settled = true
	g.left--
	return nil
}

// send publishes orders until the window is full. Whatever refuses them for the moment is asked again.
func (g *gathering) send(ctx context.Context) error {
	for len(g.unsent) > 0 && g.out < window {
		t := g.unsent[0]
		if t.arrived.IsZero() && !t.byHand {
			text, err := json.Marshal(order{Job: *g.job, Item: t.item})
			if err != nil {
				return err
			}
			if _, err := g.hub.js.Publish(ctx, anySubject, text); err != nil {
				return g.unreachable(ctx, err)
			}
			t.ordered = time.Now()
			g.out++
		}
		g.unsent = g.unsent[1:]
	}
	return nil
}

// unreachable lets an error of the transport pass: the ledger is the truth, and the next tick tries again.
func (g *gathering) unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	g.hub.options.Log("hub: %v; trying again", err)
	return nil
}

// tick looks after what nobody else notices: guests, checks that nobody has, orders that are lost.
func (g *gathering) tick(ctx context.Context) error {
	if g.hub.server != nil {
		if err := g.hub.server.refresh(); err != nil {
			return err
		}
		g.hub.forget()
	}
	if err := g.send(ctx); err != nil {
		return err
	}
	info, err := g.hub.queue.Info(ctx)
	if err != nil {
		return g.unreachable(ctx, err)
	}
	g.out = int(info.NumPending) + info.NumAckPending
	if info.NumPending > 0 {
		g.idle = time.Time{}
	} else if g.idle.IsZero() {
		g.idle = time.Now()
	}
	for _, t := range g.tasks {
		if err := g.look(ctx, t); err != nil {
			return err
		}
	}
	g.count(int(info.NumPending), info.NumAckPending, info.NumRedelivered)
	g.hub.show()
	return nil
}

// look sees to one task: has its check asked for, and plays by hand what has been nowhere for too long.
func (g *gathering) look(ctx context.Context, t *task) error {
	now, deadline := time.Now(), itemDeadlineFactor*g.hub.options.Patience
	switch {
	case t.settled || t.playing:
	case t.byHand:
		g.play(t)
	case t.arrived.IsZero():
		if !g.idle.IsZero() && !t.ordered.IsZero() && now.Sub(later(t.ordered, g.idle)) > deadline {
			g.play(t)
		}
	case t.asked != "":
		if now.Sub(t.askedAt) > deadline {
			g.play(t)
		}
	default:
		return g.ask(ctx, t)
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// ask has another worker play an item again; the hub does it itself where there has been no other for long.
func (g *gathering) ask(ctx context.Context, t *task) error {
	key := g.hub.other(g.ledger.receipts[t.name()].Worker)
	if key == "" {
		if time.Since(t.arrived) > min(g.hub.options.Patience, liveFor) {
			g.play(t)
		}
		return nil
	}
	text, err := json.Marshal(order{Job: *g.job, Item: t.item})
	if err != nil {
		return err
	}
	if _, err := g.hub.js.Publish(ctx, forSubject(key), text); err != nil {
		return g.unreachable(ctx, err)
	}
	t.asked, t.askedAt = key, time.Now()
	return nil
}

// count puts the state of the job where the status is read from.
func (g *gathering) count(queued, inFlight, redelivered int) {
	h := g.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flow.Items, h.flow.Done, h.flow.Games, h.flow.Wanted, h.flow.Checked = len(g.tasks), 0, 0, 0, 0
	for _, t := range g.tasks {
		h.flow.Wanted += t.Count
		if t.settled {
			h.flow.Done++
			h.flow.Games += t.Count
		}
	}
	for _, r := range g.ledger.receipts {
		if r.Checked != "" {
			h.flow.Checked++
		}
	}
	h.flow.Queued, h.flow.InFlight, h.flow.Redelivered = queued, inFlight, redelivered
}
