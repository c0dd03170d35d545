package trainer

import (
	"time"

	"jieqi/trainer/feed"
)

// meter gathers what a superbatch's record says about its steps.
type meter struct {
	began   time.Time
	waited  time.Duration // of the stream, before
	elapsed time.Duration
	steps   int64
	clipped int64
	loss    float64
	norm    float64
	maxNorm float64
}

func newMeter() *meter { return &meter{began: time.Now()} }

func (m *meter) add(loss, norm float64, clipped bool) {
	m.steps++
	m.loss += loss
	m.norm += norm
	m.maxNorm = max(m.maxNorm, norm)
	if clipped {
		m.clipped++
	}
}

// stop ends the measuring.
func (m *meter) stop(s *feed.Stream) {
	m.elapsed = time.Since(m.began)
	m.waited = s.Waited() - m.waited
}

// positionsPerSecond and waitPercent are valid after stop.
func (m *meter) positionsPerSecond(batch int) float64 {
	return float64(m.steps) * float64(batch) / max(m.elapsed.Seconds(), 1e-9)
}

func (m *meter) waitPercent() float64 {
	return 100 * m.waited.Seconds() / max(m.elapsed.Seconds(), 1e-9)
}
