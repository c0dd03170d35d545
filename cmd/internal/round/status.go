package round

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jieqi/cmd/internal/cluster"
	"jieqi/dataset/durable"
)

// The states of a run.
const (
	StateLive     = "live"     // a process works on it
	StateStopped  = "stopped"  // there is work left, and nobody at it
	StateFinished = "finished" // all its rounds are decided, and the champion has been measured
)

// Status is where a run stands.
type Status struct {
	Run       string          `json:"run"` // its folder
	State     string          `json:"state"`
	Rounds    int             `json:"rounds"` // begun
	Decided   int             `json:"decided"`
	Champion  string          `json:"champion"`
	Pulse     *Pulse          `json:"pulse"` // of the work at hand, or where it stopped; null if unknown
	PerSecond float64         `json:"per_second"`
	Left      float64         `json:"left_s"` // of the stage; 0 if unknown
	Next      string          `json:"next"`   // the command that goes on; empty while the run is live
	Outcomes  []RoundStatus   `json:"outcomes"`
	Hub       *cluster.Status `json:"hub,omitempty"` // of workers on other machines, while they play

	views []roundView // the rounds in full, for reading
}

// RoundStatus is what became of one round; what is not done yet is empty.
type RoundStatus struct {
	Round       int     `json:"round"`
	Champion    string  `json:"champion"` // who played its games
	Games       int     `json:"games"`
	Positions   uint64  `json:"positions"`
	HoldoutLoss float64 `json:"holdout_loss"`
	Network     string  `json:"network"`
	Refused     string  `json:"refused"` // why its quantisation was refused
	Verdict     string  `json:"verdict"` // of the gate
	Reason      string  `json:"reason"`
	Decided     bool    `json:"decided"`
}

// Ask returns where the run in f stands. It changes nothing and is true while the run is live.
func Ask(f Folder) (Status, error) {
	live, err := durable.InUse(string(f))
	if err != nil {
		return Status{}, fmt.Errorf("run %s: %w", string(f), err)
	}
	v, err := collect(f)
	if err != nil {
		return Status{}, err
	}
	s := Status{Run: string(f), Rounds: len(v.Rounds), Champion: v.Champion, Outcomes: []RoundStatus{}, views: v.Rounds}
	for i := range v.Rounds {
		s.Outcomes = append(s.Outcomes, v.Rounds[i].brief())
		if v.Rounds[i].Decided {
			s.Decided++
		}
	}
	s.Pulse = readPulse(f)
	s.progress(f, v, live)
	if live {
		s.Hub = cluster.ReadStatus(f.Hub())
	}
	return s, nil
}

// progress fills in state, pace and next command from the pulse and whether a process is at work.
func (s *Status) progress(f Folder, v *reportView, live bool) {
	wanted := v.Config.Rounds
	if s.Pulse != nil && s.Pulse.Rounds > 0 {
		wanted = s.Pulse.Rounds // of the last call: it may have asked for others
	}
	wanted = max(wanted, s.Rounds)
	switch {
	case live:
		s.State = StateLive
	case s.Decided < wanted || v.unmeasured():
		s.State, s.Next = StateStopped, f.command("run", "--rounds", strconv.Itoa(wanted))
	default:
		s.State, s.Next = StateFinished, f.command("run", "--rounds", strconv.Itoa(wanted+1))
	}
	if s.State == StateFinished {
		s.Pulse = nil
	}
	if s.Pulse != nil {
		s.PerSecond, s.Left = s.Pulse.perSecond(), s.Pulse.left().Seconds()
	}
}

// unmeasured reports whether the champion of the rounds so far still has to play the yardstick.
func (v *reportView) unmeasured() bool {
	if len(v.Rounds) == 0 {
		return false
	}
	last := &v.Rounds[len(v.Rounds)-1]
	y := last.Config.Yardstick
	return last.Yardstick == nil && y.measures(v.Champion) && !slices.ContainsFunc(v.Rounds, func(r roundView) bool {
		return r.Yardstick.is(v.Champion, y)
	})
}

func (v *roundView) brief() RoundStatus {
	s := RoundStatus{Round: v.Number, Champion: v.Champion, Decided: v.Decided}
	if p := v.SelfPlay; p != nil {
		s.Games, s.Positions = int(p.Games), p.Positions
	}
	if t := v.Train; t != nil {
		s.HoldoutLoss = t.BestLoss
	}
	if n := v.Network; n != nil {
		s.Network, s.Refused = n.Name, n.Refused
	}
	if g := v.Gate; g != nil {
		s.Verdict, s.Reason = string(g.Verdict), g.Reason
	}
	return s
}

// String returns the status as lines for reading, how to go on last.
func (s Status) String() string {
	var b strings.Builder
	for i := range s.views {
		s.views[i].write(&b)
	}
	fmt.Fprintf(&b, "champion %s\nstate %s", s.Champion, s.State)
	if p := s.Pulse; p != nil {
		fmt.Fprintf(&b, ": round %d, %s", p.Round, p.Stage)
		if p.Total > 0 {
			fmt.Fprintf(&b, ", %d of %d %s%s", p.Done, p.Total, p.Unit, p.pace())
		}
		if s.State == StateLive && s.Left > 0 {
			fmt.Fprintf(&b, ", about %v left of the stage", time.Duration(s.Left)*time.Second)
		}
	}
	b.WriteString("\n")
	if s.Hub != nil {
		b.WriteString(s.Hub.Table())
	}
	if s.Next != "" {
		fmt.Fprintf(&b, "next: %s\n", s.Next)
	}
	return b.String()
}

func (v *roundView) write(b *strings.Builder) {
	fmt.Fprintf(b, "round %d\n", v.Number)
	if s := v.SelfPlay; s != nil {
		fmt.Fprintf(b, "games %d\npositions %d\nbytes_per_position %.2f\n", s.Games, s.Positions, s.BytesPerPosition)
	}
	if t := v.Train; t != nil {
		fmt.Fprintf(b, "holdout_loss %.5f\n", t.BestLoss)
	}
	if n := v.Network; n != nil && n.Name != "" {
		fmt.Fprintf(b, "network %s\n", n.Name)
	}
	if n := v.Network; n != nil && n.Refused != "" {
		fmt.Fprintf(b, "refused %s\n", n.Refused)
	}
	if g := v.Gate; g != nil {
		b.WriteString(g.Table())
	}
	if m := v.Yardstick; m != nil {
		fmt.Fprintln(b, m)
	}
}
