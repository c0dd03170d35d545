package referee

import (
	"context"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// fake is a clock that players advance.
type fake struct{ now time.Time }

func (f *fake) spend(d time.Duration) { f.now = f.now.Add(d) }

// timed returns a player that takes the next of the times for each move, and the clocks it was shown.
func (f *fake) timed(seed uint64, times ...time.Duration) (*stub, *[]rules.Clock) {
	inner, shown := chooser(seed, even), &[]rules.Clock{}
	return &stub{choose: func(view *rules.Game, l rules.Limits) (rules.Choice, error) {
		if l.Clock != nil {
			*shown = append(*shown, *l.Clock)
		}
		f.spend(times[0])
		if len(times) > 1 {
			times = times[1:]
		}
		return inner.choose(view, l)
	}}, shown
}

const s = time.Second

func TestClocks(t *testing.T) {
	f := &fake{}
	red, redSaw := f.timed(1, 3*s, 4*s, 1*s)
	black, blackSaw := f.timed(2, 1*s)
	control := rules.Clock{Time: [2]time.Duration{10 * s, 20 * s}, Inc: [2]time.Duration{2 * s, 0}}
	cfg := Config{MaxPlies: 5, Now: func() time.Time { return f.now }}
	cfg.Limits[board.Red].Clock, cfg.Limits[board.Black].Clock = &control, &control
	r := mustPlay(t, cfg, someDeal(0), red, black)
	want := [][2]time.Duration{{10 * s, 20 * s}, {9 * s, 20 * s}, {9 * s, 19 * s}, {7 * s, 19 * s}, {7 * s, 18 * s}}
	for i, saw := range []rules.Clock{(*redSaw)[0], (*blackSaw)[0], (*redSaw)[1], (*blackSaw)[1], (*redSaw)[2]} {
		if saw.Time != want[i] || saw.Inc != control.Inc || saw.MovesToGo != 0 {
			t.Errorf("ply %d: shown %+v, want %v", i+1, saw, want[i])
		}
	}
	if r.Clock != [2]time.Duration{8 * s, 18 * s} || r.Plies[2].Time != 4*s {
		t.Errorf("left %v, ply 3 took %v", r.Clock, r.Plies[2].Time)
	}
	if control.Time != [2]time.Duration{10 * s, 20 * s} {
		t.Error("the configuration's clock changed")
	}
}

func TestTimeLoss(t *testing.T) {
	for _, c := range []struct {
		used, grace time.Duration
		lost        bool
	}{{10 * s, 0, false}, {10*s + 1, 0, true}, {11 * s, s, false}, {11*s + 1, s, true}} {
		f := &fake{}
		red, _ := f.timed(1, c.used)
		black, _ := f.timed(2, time.Hour) // has no clock
		cfg := Config{MaxPlies: 2, Grace: c.grace, Now: func() time.Time { return f.now }}
		cfg.Limits[board.Red].Clock = &rules.Clock{Time: [2]time.Duration{10 * s, 0}}
		r := mustPlay(t, cfg, someDeal(0), red, black)
		want := rules.Verdict{Outcome: rules.Draw, Reason: rules.LengthLimit}
		if c.lost {
			want = rules.Verdict{Outcome: rules.BlackWins, Reason: rules.TimeLoss}
		}
		if r.Verdict != want || r.Clock[board.Red] != 0 || (r.Forfeit != "") != c.lost || c.lost != (len(r.Plies) == 0) {
			t.Errorf("%v of 10 s with grace %v: %s, %v left, %q", c.used, c.grace, r.Verdict, r.Clock, r.Forfeit)
		}
	}
}

func TestMovesToGo(t *testing.T) {
	f := &fake{}
	red, saw := f.timed(1, 4*s)
	black, _ := f.timed(2, 0)
	cfg := Config{MaxPlies: 10, Now: func() time.Time { return f.now }}
	cfg.Limits[board.Red].Clock = &rules.Clock{Time: [2]time.Duration{10 * s, 0}, MovesToGo: 2}
	r := mustPlay(t, cfg, someDeal(0), red, black)
	want := []rules.Clock{{MovesToGo: 2}, {MovesToGo: 1}, {MovesToGo: 2}, {MovesToGo: 1}, {MovesToGo: 2}}
	for i, left := range []time.Duration{10 * s, 6 * s, 12 * s, 8 * s, 14 * s} {
		want[i].Time[board.Red] = left
		if (*saw)[i] != want[i] {
			t.Errorf("move %d: shown %+v, want %+v", i+1, (*saw)[i], want[i])
		}
	}
	if r.Clock[board.Red] != 10*s {
		t.Errorf("left %v", r.Clock)
	}
}

func TestLimitsReachTheRightSide(t *testing.T) {
	var got [2]uint64
	p := &stub{choose: func(view *rules.Game, l rules.Limits) (rules.Choice, error) {
		got[view.Position().Side()] = l.Nodes
		return rules.Choice{Move: view.Position().LegalMoves(nil)[0]}, nil
	}}
	cfg := Config{Rules: rules.Tiantian, MaxPlies: 2, Limits: [2]rules.Limits{{Nodes: 500}, {Nodes: 700}}}
	if _, err := Play(context.Background(), cfg, someDeal(0), p, p); err != nil || got != [2]uint64{500, 700} {
		t.Errorf("limits %v, error %v", got, err)
	}
}
