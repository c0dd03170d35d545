package cluster

import (
	"context"
	"fmt"
	"time"
)

func disagrees(name string) string {
	return fmt.Sprintf("item %s: its games are not those that follow from the order", name)
}

// truth takes what the hub has played itself. Who said otherwise is shut out.
func (g *gathering) truth(ctx context.Context, t *task, p *parcel) error {
	name := t.name()
	said := g.sums[name]
	if said == nil {
		said = claims{}
	}
	if r, there := g.ledger.receipts[name]; there {
		said[r.Worker] = r.Sum
	}
	delete(g.sums, name)
	if err := g.ledger.keep(p, receipt{Item: name, Worker: own, Sum: p.sum}); err != nil {
		return err
	}
	t.arrived = time.Now()
	g.hub.played()
	for key, sum := range said {
		if sum != p.sum && key != own {
			if err := g.shut(ctx, key, disagrees(name)); err != nil {
				return err
			}
		}
	}
	return g.settle(t, p)
}

// shut keeps a worker out from now on, and has all its items of this job played again that nobody else has confirmed.
func (g *gathering) shut(ctx context.Context, key, why string) error {
	if !g.hub.shut(key, why) {
		return nil
	}
	g.hub.options.Log("hub: worker %s is shut out: %s", g.hub.nameOf(key), why)
	if _, invited := g.hub.server.guest(key); invited {
		if err := shutOut(g.hub.options.Folder, key, why); err != nil {
			return err
		}
	}
	for name, r := range g.ledger.receipts {
		t := g.tasks[name]
		if r.Worker != key || r.Checked != "" || t == nil || t.delivered {
			continue
		}
		if err := g.ledger.drop(name); err != nil {
			return err
		}
		g.reopen(t)
		t.arrived, t.asked, t.askedAt = time.Time{}, "", time.Time{}
		g.hub.dropped()
		g.again(t)
	}
	return ctx.Err()
}

// reopen makes a task unsettled again, unless it is out of hand.
func (g *gathering) reopen(t *task) {
	if t.settled && !t.delivered {
		t.settled = false
		g.left++
	}
}
