package backprop

import (
	"sync"
	"sync/atomic"
)

// team is the goroutines that work on one panel at a time.
type team struct {
	panel *panel
	index *rowIndex
	size  int
	bar   *barrier
	lane  int // the lane claimed, written by member 0 between two barriers
}

// newTeams spreads threads goroutines evenly over as many teams as there are lanes to go round.
func newTeams(in Inputs, p plan, threads int) []*team {
	threads = min(max(threads, 1), p.lanes*tiles)
	n := min(threads, p.lanes)
	var teams []*team
	for i := range n {
		size := threads / n
		if i < threads%n {
			size++
		}
		teams = append(teams, &team{panel: newPanel(in, panelChunks), index: newRowIndex(in), size: size, bar: newBarrier(size)})
	}
	return teams
}

// runTeams calls pass for every panel of a batch, with each member of the team that works on it.
// The panels of a lane are passed by one team in ascending order.
func (w *workers) runTeams(teams []*team, p plan, pass func(t *team, member, lane, panel int)) {
	w.timed(func() {
		var next atomic.Int64
		var wg sync.WaitGroup
		for _, t := range teams {
			for member := range t.size {
				wg.Go(func() { t.run(p, member, &next, pass) })
			}
		}
		wg.Wait()
	})
}

// run claims lanes until none is left.
func (t *team) run(p plan, member int, next *atomic.Int64, pass func(t *team, member, lane, panel int)) {
	for {
		t.bar.wait() // all have read the lane before
		if member == 0 {
			t.lane = int(next.Add(1)) - 1
		}
		t.bar.wait()
		lane := t.lane
		if lane >= p.lanes {
			return
		}
		for panel := lane; panel < p.panels; panel += p.lanes {
			pass(t, member, lane, panel)
		}
	}
}

// phase does a member's share of tasks that may run at the same time, which go round the members,
// and returns when all are done.
func (t *team) phase(member, tasks int, f func(i int)) {
	for i := member; i < tasks; i += t.size {
		f(i)
	}
	t.bar.wait()
}
