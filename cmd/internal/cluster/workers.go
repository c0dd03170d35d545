package cluster

import (
	"cmp"
	"time"
)

// worker is what the hub knows of a worker, guarded by the hub's mutex.
type worker struct {
	WorkerStatus
	seen, began time.Time
	admitted    bool // its consumer is made
	asked       int  // how often it was to check another's item
}

// liveFor is how long a worker counts as there after it was heard of. It says hello three times as often.
const liveFor = 30 * time.Second

func (w *worker) live(now time.Time) bool { return w.Shut == "" && now.Sub(w.seen) < liveFor }

// worker returns the entry of a key. h.mu is held.
func (h *Hub) worker(key string) *worker {
	w := h.workers[key]
	if w == nil {
		w = &worker{WorkerStatus: WorkerStatus{Key: key, Name: key[:min(8, len(key))], Slots: 1}}
		h.workers[key] = w
		if g, ok := h.server.guest(key); ok {
			w.Name, w.Shut = g.Name, g.Shut
		}
	}
	return w
}

// nameOf is what people call a worker.
func (h *Hub) nameOf(key string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.worker(key).Name
}

func (h *Hub) isShut(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return key != own && h.worker(key).Shut != ""
}

// shut notes that a worker may not play any more; news is false if that was known.
func (h *Hub) shut(key, why string) (news bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.worker(key)
	news, w.Shut = w.Shut == "", cmp.Or(w.Shut, why)
	return news
}

// forget has workers that were revoked count as gone.
func (h *Hub) forget() {
	if h.server.self == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, w := range h.workers {
		if g, ok := h.server.guest(key); !ok || g.Shut != "" {
			w.seen = time.Time{}
		}
	}
}

// other returns the key of a worker that is there and is not the one given: the one that was asked least often; "" if there is none.
func (h *Hub) other(than string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found *worker
	now := time.Now()
	for _, w := range h.workers {
		if w.Key != than && w.admitted && w.live(now) && (found == nil || w.asked < found.asked || w.asked == found.asked && w.Key < found.Key) {
			found = w
		}
	}
	if found == nil {
		return ""
	}
	found.asked++
	return found.Key
}

// slots are those of all workers that are there.
func (h *Hub) slots() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n, now := 0, time.Now()
	for _, w := range h.workers {
		if w.live(now) {
			n += w.Slots
		}
	}
	return n
}

// credit notes what a worker has brought in.
func (h *Hub) credit(key string, p *parcel) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w, now := h.worker(key), time.Now()
	if w.began.IsZero() {
		w.began = now
	}
	w.seen = now
	w.Items++
	w.Games += len(p.games)
	if p.pair != nil {
		w.Games += len(p.pair.Games)
	}
	w.Positions += p.positions
}
