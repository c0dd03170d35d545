package round

import (
	"os"
	"testing"
	"time"
)

// A pace is written in digits, and only where it is known.
func TestPaceInWords(t *testing.T) {
	began := time.Now()
	for want, p := range map[string]Pulse{
		"":                    {Total: 9, Began: began, Now: began},
		", loss 0.1":          {Total: 9, Note: "loss 0.1", Began: began, Now: began},
		", 13000/s, loss 0.1": {Done: 26000, Note: "loss 0.1", Began: began, Now: began.Add(2 * time.Second)},
		", 100/s":             {Done: 199, Began: began, Now: began.Add(2 * time.Second)},
		", 0.5/s":             {First: 3, Done: 4, Began: began, Now: began.Add(2 * time.Second)},
	} {
		if got := p.pace(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The end of a stage is shown however soon it comes.
func TestThePulseOfAStageEnds(t *testing.T) {
	log, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	r := &round{number: 1, run: Folder(t.TempDir()), options: Options{Log: log}}
	r.begin(stageGate)
	meter := r.meter("pairs")
	for done := range int64(6) {
		meter.Set(done, 5, "")
	}
	if p := readPulse(r.run); p == nil || p.Done != 5 {
		t.Errorf("pulse %+v, want 5 pairs", p)
	}
}
