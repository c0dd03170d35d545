package cluster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jieqi/dataset/durable"
)

// Status is what a hub and its workers do.
type Status struct {
	Now     time.Time      `json:"now"`
	Workers []WorkerStatus `json:"workers"` // that were heard of since the hub was started, by name
	Flow
}

// Flow is where the items of the job at hand are.
type Flow struct {
	Items       int    `json:"items"`  // of the job, as far as it is known
	Done        int    `json:"done"`   // items on the hub's disk that nothing more is asked of
	Games       int    `json:"games"`  // or pairs, in those
	Wanted      int    `json:"wanted"` // in all items
	Queued      int    `json:"queued"`
	InFlight    int    `json:"in_flight"`   // with workers
	Redelivered int    `json:"redelivered"` // of those, by now given to a second worker or a later one
	Checked     int    `json:"checked"`     // items that two have played alike
	Own         int    `json:"own"`         // items that the hub had to play itself
	Dropped     int    `json:"dropped"`     // items thrown away because of who had played them
	Job         string `json:"job"`
}

// WorkerStatus is one worker.
type WorkerStatus struct {
	Name      string  `json:"name"`
	Key       string  `json:"key"`
	Slots     int     `json:"slots"`
	Items     int     `json:"items"`
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	PerSecond float64 `json:"positions_per_s"` // since its first item
	Live      bool    `json:"live"`            // heard of lately
	Shut      string  `json:"shut,omitempty"`  // why it may not play any more
}

// restart begins to count for another job.
func (h *Hub) restart(jobID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flow = Flow{Job: jobID}
}

// played counts an item that the hub played itself.
func (h *Hub) played() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flow.Own++
}

// dropped counts an item that was thrown away.
func (h *Hub) dropped() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flow.Dropped++
}

// Status returns what the hub does now.
func (h *Hub) Status() Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	s := Status{Now: now, Workers: []WorkerStatus{}, Flow: h.flow}
	for _, w := range h.workers {
		one := w.WorkerStatus
		one.Live = w.live(now)
		if seconds := now.Sub(w.began).Seconds(); !w.began.IsZero() && seconds > 0 {
			one.PerSecond = float64(one.Positions) / seconds
		}
		s.Workers = append(s.Workers, one)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Key, b.Key))
	})
	return s
}

// String returns a line for the progress of a stage.
func (s *Status) String() string {
	live, slots, pace := 0, 0, 0.0
	var shut []string
	for _, w := range s.Workers {
		if w.Live {
			live, slots, pace = live+1, slots+w.Slots, pace+w.PerSecond
		}
		if w.Shut != "" {
			shut = append(shut, w.Name)
		}
	}
	if live == 0 {
		return "waiting for workers" + shutOutList(shut)
	}
	text := fmt.Sprintf("%d workers with %d slots, %.0f positions/s, %d items in flight, %d redelivered", live, slots, pace, s.InFlight, s.Redelivered)
	return text + shutOutList(shut)
}

func shutOutList(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", shut out: " + strings.Join(names, " ")
}

// statusFile is where a hub at work says what it does, for whoever looks at the run.
func statusFile(folder string) string { return filepath.Join(folder, "status.json") }

// ReadStatus returns what the hub in folder says, nil if none is at work there.
func ReadStatus(folder string) *Status {
	s, err := durable.ReadJSON[Status](statusFile(folder))
	if err != nil || time.Since(s.Now) > liveFor {
		return nil
	}
	return s
}

// Table returns a line a worker.
func (s *Status) Table() string {
	var b strings.Builder
	for _, w := range s.Workers {
		fmt.Fprintf(&b, "worker %s %s: ", w.Name, w.Key[:min(8, len(w.Key))])
		switch {
		case w.Shut != "":
			fmt.Fprintf(&b, "shut out: %s\n", w.Shut)
		case !w.Live:
			fmt.Fprintf(&b, "gone after %d games\n", w.Games)
		default:
			fmt.Fprintf(&b, "%d slots, %d games, %.0f positions/s\n", w.Slots, w.Games, w.PerSecond)
		}
	}
	return b.String()
}

// show writes the status, and tells whoever watches. A disk that refuses it will refuse the work itself soon enough.
func (h *Hub) show() {
	s := h.Status()
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // plain data always encodes
	}
	path := statusFile(h.options.Folder)
	if os.WriteFile(path+".tmp", text, 0o644) == nil {
		_ = os.Rename(path+".tmp", path)
	}
	h.mu.Lock()
	watch := h.watch
	h.mu.Unlock()
	if watch != nil {
		watch(s)
	}
}

// Watch has f told how the work goes, about every second, until it is nil.
func (h *Hub) Watch(f func(Status)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watch = f
}
