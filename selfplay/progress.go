package selfplay

import "time"

// Progress is where a run stands.
type Progress struct {
	Games     int           `json:"games"` // of those asked for, on disk or waiting for it
	Total     int           `json:"total"`
	Played    int           `json:"played"`    // games finished since the run was started or resumed
	Positions uint64        `json:"positions"` // in those
	Draws     int           `json:"draws"`     // of openings for those
	Elapsed   time.Duration `json:"elapsed_ns"`
	NodesPerS float64       `json:"nodes_per_s"` // since the start, all workers together
	ETA       time.Duration `json:"eta_ns"`      // until the last game; 0 while unknown
	Memory    uint64        `json:"memory"`      // estimate for the whole run, bytes
}

// reporter turns finished games into calls of a progress function.
type reporter struct {
	call   func(Progress)
	start  time.Time
	before int // games that were there at the start
	nodes  uint64
	at     Progress
}

func newReporter(call func(Progress), at Progress) reporter {
	if call == nil {
		call = func(Progress) {}
	}
	call(at)
	return reporter{call: call, start: time.Now(), before: at.Games, at: at}
}

func (r *reporter) add(p *Played) {
	r.at.Played++
	r.at.Games = r.before + r.at.Played
	r.at.Positions += uint64(len(p.Game.Plies))
	r.at.Draws += p.Tries
	r.nodes += p.Nodes
	r.at.Elapsed = time.Since(r.start)
	r.at.NodesPerS = float64(r.nodes) / r.at.Elapsed.Seconds()
	r.at.ETA = r.at.Elapsed / time.Duration(r.at.Played) * time.Duration(r.at.Total-r.at.Games)
	r.call(r.at)
}
