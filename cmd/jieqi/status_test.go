package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jieqi/cmd/internal/round"
)

// TestStatusOfALiveRun asks for the status of a run at work until it tells how far that is, and again when the run
// was killed: the command that it names then goes on.
func TestStatusOfALiveRun(t *testing.T) {
	run := filepath.Join(t.TempDir(), "my run")
	config := written(t, "long.toml", strings.Replace(tinyRun, "games = 300", "games = 100000", 1))
	cmd := program("round", "run", "--run", run, "--config", config, "--rounds", "3")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ask := func() (s round.Status) {
		t.Helper()
		code, out, stderr := call(t, "", "round", "status", "--run", run, "--json")
		if code == exitFailed && strings.Contains(stderr, "no run in") { // it is not begun yet
			return s
		}
		if err := json.Unmarshal([]byte(out), &s); err != nil || code != exitDone {
			t.Fatalf("exit %d, error %v: %s%s", code, err, out, stderr)
		}
		return s
	}
	var s round.Status
	for begin := time.Now(); s.Pulse == nil || s.Pulse.Done == 0; s = ask() {
		if time.Since(begin) > time.Minute {
			t.Fatalf("no game within a minute: %+v", s)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if s.State != round.StateLive || s.Next != "" || s.Pulse.Stage != "selfplay" || s.Pulse.Unit != "games" ||
		s.Pulse.Total != 100000 || s.PerSecond <= 0 || s.Left <= 0 {
		t.Errorf("at work: %+v, %+v", s, s.Pulse)
	}
	code, _, stderr := call(t, "", "round", "run", "--run", run)
	if code != exitFailed || !strings.Contains(stderr, "in use by another process: `jieqi round status --run '"+run+"'` says") {
		t.Errorf("a second run: exit %d, %s", code, stderr)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it came to its end")
	}
	if s = ask(); s.State != round.StateStopped || s.Next != "jieqi round run --run '"+run+"' --rounds 3" {
		t.Errorf("killed: %+v", s)
	}
}
