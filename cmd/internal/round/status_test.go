package round

import (
	"os"
	"strings"
	"testing"
	"time"

	"jieqi/dataset/durable"
)

// The status of a run is live while its folder is locked, and names the next command when nobody is at work.
func TestStatus(t *testing.T) {
	f, c, r := begun(t, "p")
	if err := os.MkdirAll(string(f.Round(1)), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now().Add(-10 * time.Second)
	work := &round{run: f, pulse: Pulse{Round: 1, Stage: stageTrain, Unit: "steps", Done: 300, Total: 400, First: 100, Began: began, Now: began.Add(10 * time.Second)}}
	work.show()
	lock, err := durable.Lock(string(f))
	if err != nil {
		t.Fatal(err)
	}
	expect := func(state, next string, lines ...string) {
		t.Helper()
		s, err := Ask(f)
		if err != nil {
			t.Fatal(err)
		}
		if s.State != state || s.Next != next {
			t.Errorf("state %s, next %q, want %s, %q", s.State, s.Next, state, next)
		}
		for _, line := range lines {
			if !strings.Contains(s.String(), line) {
				t.Errorf("no %q in %q", line, s)
			}
		}
	}
	expect(StateLive, "", "state live: round 1, train, 300 of 400 steps, 20/s", "5s left")
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	expect(StateStopped, f.command("run", "--rounds", "2"), "state stopped: round 1, train, 300 of 400 steps", "next: jieqi round run --run ")
	for n := 1; n <= c.Rounds; n++ {
		if err := os.MkdirAll(string(f.Round(n)), 0o755); err != nil {
			t.Fatal(err)
		}
		mustAdd(t, r, Fact{Kind: FactRejected, Round: n})
	}
	expect(StateStopped, f.command("run", "--rounds", "2")) // nobody has measured the champion
	measured := func(n int, champion string, nodes uint64) {
		t.Helper()
		m := Measured{Champion: champion, Yardstick: c.Yardstick.Spec, Nodes: nodes}
		m.Estimate.Pairs = c.Yardstick.Games / 2
		if err := durable.WriteJSON(f.Round(n).Marker(stageMeasure), m); err != nil {
			t.Fatal(err)
		}
	}
	measured(1, "material", c.Yardstick.Nodes+1)
	expect(StateStopped, f.command("run", "--rounds", "2")) // that was another match
	measured(1, "material", c.Yardstick.Nodes)
	expect(StateFinished, f.command("run", "--rounds", "3"), "state finished\n")
	work.pulse.Rounds = 5 // as --rounds 5 has it
	work.show()
	expect(StateStopped, f.command("run", "--rounds", "5"))
	work.pulse.Rounds = 1
	work.show()
	expect(StateFinished, f.command("run", "--rounds", "3"))
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 2, Network: "jq-a"})
	expect(StateStopped, f.command("run", "--rounds", "2"))
	measured(2, "jq-a", c.Yardstick.Nodes)
	expect(StateFinished, f.command("run", "--rounds", "3"))
	for _, junk := range []string{"", "junk", `{"round": "x"}`} { // what is shown decides nothing
		if err := os.WriteFile(f.PulseFile(), []byte(junk), 0o644); err != nil {
			t.Fatal(err)
		}
		expect(StateFinished, f.command("run", "--rounds", "3"))
	}
}
