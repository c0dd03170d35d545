package referee

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// clocks runs the time of both sides.
type clocks struct {
	control [board.NumColors]*rules.Clock // what each side began with; nil: no clock
	grace   time.Duration
	left    [board.NumColors]time.Duration
	toGo    [board.NumColors]int // moves to the next time control
}

func newClocks(cfg *Config) *clocks {
	k := &clocks{grace: cfg.Grace}
	for c := range cfg.Limits {
		if control := cfg.Limits[c].Clock; control != nil {
			k.control[c] = control
			k.left[c] = control.Time[c]
			k.toGo[c] = control.MovesToGo
		}
	}
	return k
}

// shown returns what the player of side c is told, nil if it has no clock. An opponent without a
// clock shows the time that c's limits give it.
func (k *clocks) shown(c board.Color) *rules.Clock {
	if k.control[c] == nil {
		return nil
	}
	clock := *k.control[c]
	clock.MovesToGo = k.toGo[c]
	clock.Time[c] = k.left[c]
	if other := c.Other(); k.control[other] != nil {
		clock.Time[other] = k.left[other]
		clock.Inc[other] = k.control[other].Inc[other]
	}
	return &clock
}

// spend takes the time of one answer off side c's clock. It reports false if the flag has fallen;
// inside the grace the clock stops at zero.
func (k *clocks) spend(c board.Color, used time.Duration) bool {
	control := k.control[c]
	if control == nil {
		return true
	}
	if used > k.left[c]+k.grace {
		k.left[c] = 0
		return false
	}
	k.left[c] = max(k.left[c]-used, 0) + control.Inc[c]
	if control.MovesToGo > 0 {
		if k.toGo[c]--; k.toGo[c] == 0 {
			k.toGo[c] = control.MovesToGo
			k.left[c] += control.Time[c]
		}
	}
	return true
}
