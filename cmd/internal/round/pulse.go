package round

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"jieqi/cmd/internal/progress"
	"jieqi/dataset/durable"
)

// Pulse is how far the work on a run was a moment ago. Nothing rests on it but what people are shown.
type Pulse struct {
	Rounds int       `json:"rounds"` // that are to be played
	Round  int       `json:"round"`
	Stage  string    `json:"stage"`
	Unit   string    `json:"unit"` // of what is counted; empty where a stage counts nothing
	Done   int64     `json:"done"`
	Total  int64     `json:"total"`
	Note   string    `json:"note"`  // a rate or a loss
	First  int64     `json:"first"` // of Done, when this process began with the stage
	Began  time.Time `json:"began"` // then
	Now    time.Time `json:"now"`
}

// pulseEvery is how often a pulse is written at most.
const pulseEvery = 2 * time.Second

// begin shows that the round has come to a stage.
func (r *round) begin(stage string) {
	now := time.Now()
	r.pulse = Pulse{Rounds: r.rounds, Round: r.number, Stage: stage, Began: now, Now: now}
	r.show()
	r.report()
}

// reportEvery is how often the report of a run at work is written at most.
const reportEvery = 30 * time.Second

// report writes the report as it is now. Where it cannot be written, the work goes on.
func (r *round) report() {
	if err := writeReport(r.run, true); err != nil {
		r.logf("%v", err)
	}
	r.reported = time.Now()
}

// meter shows the stage at hand on the log and as the run's pulse.
func (r *round) meter(unit string) *progress.Meter {
	m := progress.New(r.options.Log, unit)
	r.pulse.Unit = unit
	m.Watch(func(done, total int64, note string) {
		p, now := &r.pulse, time.Now()
		if p.Total == 0 {
			p.First, p.Began, p.Now = done, now, time.Time{}
		}
		p.Done, p.Total, p.Note = done, total, note
		if done == total || now.Sub(p.Now) >= pulseEvery {
			p.Now = now
			r.show()
			if now.Sub(r.reported) >= reportEvery {
				r.report()
			}
		}
	})
	return m
}

// show writes the pulse, whole or not at all. A disk that refuses it will refuse the work itself soon enough, and
// with better words.
func (r *round) show() {
	text, err := json.Marshal(r.pulse)
	if err != nil {
		panic(err) // plain data always encodes
	}
	path := r.run.PulseFile()
	if os.WriteFile(path+".tmp", text, 0o644) == nil {
		_ = os.Rename(path+".tmp", path)
	}
}

// readPulse returns the run's last pulse, nil if there is none that can be read.
func readPulse(f Folder) *Pulse {
	p, err := durable.ReadJSON[Pulse](f.PulseFile())
	if err != nil {
		return nil
	}
	return p
}

// perSecond is the pace of the stage in its process, 0 while unknown.
func (p *Pulse) perSecond() float64 {
	elapsed := p.Now.Sub(p.Began).Seconds()
	if elapsed <= 0 {
		return 0
	}
	return float64(p.Done-p.First) / elapsed
}

// pace returns the pace and the note as the rest of a line: digits, and nothing where the pace is unknown.
func (p *Pulse) pace() string {
	text := ""
	if pace := p.perSecond(); pace >= 10 {
		text = fmt.Sprintf(", %.0f/s", pace)
	} else if pace > 0 {
		text = fmt.Sprintf(", %.2g/s", pace)
	}
	if p.Note != "" {
		text += ", " + p.Note
	}
	return text
}

// left is the time that the stage still takes at that pace, 0 while unknown.
func (p *Pulse) left() time.Duration {
	left, _ := progress.Left(p.Now.Sub(p.Began), p.Done-p.First, p.Total-p.First)
	return left
}
