package rules

import (
	"strings"
	"testing"

	"jieqi/engine/board"
)

func TestOutcomes(t *testing.T) {
	tests := []struct {
		o          Outcome
		text       string
		red, black int
	}{
		{Ongoing, "ongoing", 1, 1}, {RedWins, "red_wins", 2, 0}, {BlackWins, "black_wins", 0, 2}, {Draw, "draw", 1, 1},
	}
	for _, tt := range tests {
		if got := tt.o.String(); got != tt.text {
			t.Errorf("outcome %d is called %q, want %q", tt.o, got, tt.text)
		}
		if r, b := tt.o.For(board.Red), tt.o.For(board.Black); r != tt.red || b != tt.black {
			t.Errorf("%v gives %d and %d half points, want %d and %d", tt.o, r, b, tt.red, tt.black)
		}
	}
	if WinFor(board.Red) != RedWins || WinFor(board.Black) != BlackWins {
		t.Error("a win is credited to the other side")
	}
	if Outcome(9).String() == "" {
		t.Error("an outcome that does not exist has no text")
	}
}

// TestOutcomesAsText takes every number an outcome can have through its text, and texts that are none.
func TestOutcomesAsText(t *testing.T) {
	for n := range 256 {
		o := Outcome(n)
		text, err := o.MarshalText()
		if n > int(Draw) {
			if err == nil {
				t.Errorf("outcome %d is written as %q", n, text)
			}
			continue
		}
		var again Outcome
		if err != nil || string(text) != o.String() || again.UnmarshalText(text) != nil || again != o {
			t.Errorf("%v is written as %q (error %v) and read as %v", o, text, err, again)
		}
	}
	for _, text := range []string{"", "Draw", "draw ", "invalid outcome", "\xff"} {
		o := RedWins
		if err := o.UnmarshalText([]byte(text)); err == nil || o != RedWins || !strings.Contains(err.Error(), `"red_wins" "black_wins" "draw"`) {
			t.Errorf("%q is read as %v, error %v", text, o, err)
		}
	}
}

// Reasons are numbered in stored games and named in output: neither may change.
func TestReasons(t *testing.T) {
	names := []string{
		"none", "no_legal_move", "no_capture_limit", "repetition", "perpetual_check", "perpetual_chase",
		"adjudicated", "length_limit", "illegal_move", "crash", "stall", "time_loss",
	}
	if len(names) != NumReasons {
		t.Fatalf("%d reasons, want %d", NumReasons, len(names))
	}
	for i, name := range names {
		r := Reason(i)
		if r.String() != name {
			t.Errorf("reason %d is called %q, want %q", i, r, name)
		}
		if want := i >= 8; r.IsForfeit() != want {
			t.Errorf("%v: forfeit %v, want %v", r, r.IsForfeit(), want)
		}
	}
	if Reason(200).String() == "" {
		t.Error("a reason that does not exist has no text")
	}
	v := Verdict{RedWins, PerpetualChase}
	if v.String() != "red_wins by perpetual_chase" || !v.Over() || (Verdict{}).Over() || (Verdict{}).String() != "ongoing" {
		t.Errorf("verdicts read %q and %q", v, Verdict{})
	}
}

func TestPreset(t *testing.T) {
	for name, limit := range map[string]int{"tiantian": 80, "Guangdong": 120, "TIANTIAN": 80} {
		if r, err := Preset(name); err != nil || r.NoCaptureLimit != limit {
			t.Errorf("preset %q: %+v, %v; want a limit of %d", name, r, err, limit)
		}
	}
	_, err := Preset("asian")
	if err == nil || err.Error() != `rules preset "asian": want tiantian or guangdong` {
		t.Errorf("preset asian: %v", err)
	}
}
