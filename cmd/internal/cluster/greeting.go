package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"jieqi/cmd/internal/version"
)

// hello is what a worker says of itself, now and then.
type hello struct {
	Generator string `json:"generator"`
	Version   string `json:"version"` // the commit that it was built from
	Name      string `json:"name"`
	Slots     int    `json:"slots"` // orders that it carries out at once
}

// welcome is what it is answered.
type welcome struct {
	Refused  string        `json:"refused,omitempty"` // why it may not play
	Patience time.Duration `json:"patience"`
}

// greet answers a worker's hello.
func (h *Hub) greet(msg *nats.Msg) {
	key := keyOf(msg.Subject)
	var said hello
	answer := welcome{Patience: h.options.Patience}
	if len(msg.Data) > maxOrder || json.Unmarshal(msg.Data, &said) != nil || said.Slots < 1 || said.Slots > 1<<16 {
		answer.Refused = "that was no greeting"
	} else {
		answer.Refused = h.meet(key, said)
	}
	if answer.Refused == "" && !h.admit(key) {
		return // it asks again
	}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err) // plain data always encodes
	}
	_ = msg.Respond(text) // unheard, it asks again
}

// admit makes the consumer of a worker's own orders, the first time that it says hello; ok is false if that was not possible.
func (h *Hub) admit(key string) (ok bool) {
	h.mu.Lock()
	known := h.worker(key).admitted
	h.mu.Unlock()
	if known {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := h.items.CreateOrUpdateConsumer(ctx, h.orders(ownConsumer(key), forSubject(key))); err != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.worker(key).admitted = true
	return true
}

// meet notes that a worker is there, or says why it may not play.
func (h *Hub) meet(key string, said hello) (refused string) {
	if mine := version.Generator(); said.Generator != mine {
		return fmt.Sprintf("the hub is %q of revision %.12s, this worker %.80q of revision %.12s: another search plays other games; build both from one commit",
			mine, version.Revision(), said.Generator, said.Version)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.worker(key)
	if w.Shut != "" {
		return "this worker is shut out: " + w.Shut
	}
	name := said.Name
	if g, ok := h.server.guest(key); ok {
		name = g.Name
	}
	w.Name, w.Slots, w.seen = name, said.Slots, time.Now()
	return ""
}
