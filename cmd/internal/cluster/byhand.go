package cluster

import (
	"context"
)

// play has the hub play an item itself, when it comes to it.
func (g *gathering) play(t *task) {
	t.byHand = true
	if t.playing {
		return
	}
	select {
	case g.byHand <- t:
		t.playing = true
	default: // it is busy; tick asks again
	}
}

// playByHand is the hub's own player.
func (g *gathering) playByHand(ctx context.Context) error {
	var p *player
	defer func() {
		if p != nil {
			_ = p.close() // engines of this program hold nothing but memory
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case t := <-g.byHand:
			a := arrival{key: own, item: t.item}
			var data []byte
			if p == nil {
				p, a.failed = newPlayer(ctx, g.job, local(g.hub.options.Spec))
			}
			if a.failed == nil {
				data, a.failed = p.play(ctx, t.item, func() {})
			}
			if a.failed == nil {
				a.parcel, a.failed = g.opener.open(t.item, data)
			}
			if ctx.Err() != nil {
				return nil // it failed for that
			}
			select {
			case g.played <- a:
			case <-ctx.Done():
				return nil
			}
		}
	}
}
