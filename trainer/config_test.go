package trainer

import (
	"math"
	"strings"
	"testing"
)

func TestPresetsAreValid(t *testing.T) {
	for _, name := range []string{"quick", "standard"} {
		c, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if c.Preset != name {
			t.Errorf("preset %q calls itself %q", name, c.Preset)
		}
		if err := c.Check(); err != nil {
			t.Errorf("preset %q: %v", name, err)
		}
	}
	if _, err := Preset("slow"); err == nil {
		t.Error("an unknown preset was found")
	}
}

func TestParseConfigPutsTextOverThePreset(t *testing.T) {
	c, err := ParseConfig([]byte("preset = \"quick\"\nbatch = 4096\n[rate]\npeak = 0.002\n[split]\ngate = 50\n"))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Preset("quick")
	want.Batch, want.Rate.Peak, want.Split.Gate = 4096, 0.002, 50
	if c != want {
		t.Errorf("got %+v, want %+v", c, want)
	}
	empty, err := ParseConfig(nil)
	if standard, _ := Preset("standard"); err != nil || empty != standard {
		t.Errorf("no text: %+v, %v", empty, err)
	}
}

// Every mistake gives one line that names the key or the line.
func TestParseConfigRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"bacth = 4096", `unknown key "bacth"`},
		{"[rate]\npaek = 1", `line 2: unknown key "rate.paek"`},
		{"preset = \"slow\"", "slow"},
		{"batch = ", "line 1"},
		{"batch = \"many\"", "batch"},
		{"batch = 1000", "batch is 1000, not a multiple of 256"},
		{"batch = 0", "batch is 0, not from 1 to 1048576"},
		{"samples = 100_000_000_000_000", "samples is 100000000000000, not from 0 to 10000000000000"},
		{"label_scale = 0.5", "label_scale is 0.5, not from 1 to 100000, and not 0"},
		{"[rate]\npeak = 0.0", "above rate.peak, which is 0"},
		{"window = 1000000000", "window"},
		{"samples = -1", "samples"},
		{"samples = 0\npasses = 0", "no length"},
		{"decay = nan", "decay"},
		{"label_scale = 0.001", "label_scale"},
		{"init = \"zero\"", `init is "zero", not one of`},
		{"average = 1", "average"},
		{"beta2 = 1", "beta2"},
		{"decay_first = -1", "decay_first"},
		{"exponent = 0.5", "exponent"},
		{"returns = 1", "returns"},
		{"other_view = 1.1", "other_view"},
		{"[rate]\nshape = \"square\"", "rate.shape"},
		{"[lambda]\nfirst = 1.5", "lambda.first"},
		{"[lambda]\nfrom = -0.1", "lambda.from"},
		{"[rate]\nfinal = 0.1", "rate.final"},
		{"[split]\ngate = 999\nvalidation = 999", "split"},
		{"[filter]\nmax_score = -1", "filter.max_score"},
		{"[scales]\ndense1 = 100", "dense1"},
	} {
		_, err := ParseConfig([]byte(c.text))
		if err == nil {
			t.Errorf("%q was accepted", c.text)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q, wanted one line with %q", c.text, err, c.want)
		}
	}
}

func TestScoreLimitMayBeOff(t *testing.T) {
	if _, err := ParseConfig([]byte("[filter]\nmax_score = 0")); err != nil {
		t.Error(err)
	}
}

func TestConfigEncodes(t *testing.T) {
	for _, name := range []string{"quick", "standard"} {
		want, _ := Preset(name)
		want.LabelScale = 187.5
		text, err := want.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseConfig(text)
		if err != nil || got != want {
			t.Errorf("%s came back as %+v, %v", text, got, err)
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	standard, _ := Preset("standard")
	text, _ := standard.Encode()
	f.Add(text)
	f.Add([]byte("preset = \"quick\"\nbatch = 4096\n[rate]\npeak = 0.002\n"))
	f.Add([]byte("a.b.c = [1, 2]\n"))
	f.Add([]byte("batch = \"x"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseConfig(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %q", err)
			}
			return
		}
		if err := c.Check(); err != nil {
			t.Errorf("an invalid configuration was accepted: %v", err)
		}
		again, err := c.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseConfig(again); err != nil || back != c {
			t.Errorf("%+v came back as %+v, %v", c, back, err)
		}
	})
}

func TestLengthOfARun(t *testing.T) {
	c := Config{Samples: 1000, MaxPasses: 4, Batch: 256, FakeQuantised: 0.25}
	for _, x := range []struct {
		samples, steps int64
		capped         bool
	}{{1000, 4, false}, {250, 4, false}, {128, 2, true}, {1, 1, true}} {
		steps, capped := c.Steps(x.samples)
		if steps != x.steps || capped != x.capped {
			t.Errorf("%d samples: %d steps, capped %v; want %d, %v", x.samples, steps, capped, x.steps, x.capped)
		}
	}
	if first := c.firstQuantised(8); first != 7 {
		t.Errorf("the last quarter of 8 steps begins with %d", first)
	}
	c.FakeQuantised = 0
	if first := c.firstQuantised(8); first != 9 {
		t.Errorf("nothing of 8 steps begins with %d", first)
	}
}

func TestSchedules(t *testing.T) {
	s := RateSchedule{Peak: 1, Final: 0.1, WarmUp: 10}
	for _, x := range []struct {
		step int64
		want float64
	}{{1, 0.1}, {10, 1}, {60, 0.55}, {110, 0.1}} {
		if got := s.At(x.step, 110); got < x.want-1e-9 || got > x.want+1e-9 {
			t.Errorf("rate of step %d is %g, want %g", x.step, got, x.want)
		}
	}
	if got := s.At(2, 20); got != 1 {
		t.Errorf("rate after the warm-up of a short run is %g", got)
	}
	s.Shape = ShapeLinear
	if got := s.At(35, 110); math.Abs(got-0.775) > 1e-9 || s.At(110, 110) != 0.1 || s.At(10, 110) != 1 {
		t.Errorf("linear rate of a quarter of the way is %g, of the last step %g", got, s.At(110, 110))
	}
	late := Ramp{First: 1, Last: 0.5, From: 0.6}
	for step, want := range map[int64]float64{1: 1, 7: 1, 9: 0.75, 11: 0.5} {
		if got := late.At(step, 11); math.Abs(got-want) > 1e-9 {
			t.Errorf("late ramp at step %d is %g, want %g", step, got, want)
		}
	}
	if never := (Ramp{First: 1, Last: 0.5, From: 1}); never.At(11, 11) != 1 {
		t.Errorf("a ramp that never begins ends at %g", never.At(11, 11))
	}
	r := Ramp{First: 0.9, Last: 0.7}
	if r.At(1, 5) != 0.9 || r.At(5, 5) != 0.7 || r.At(3, 5) != 0.8 || r.At(1, 1) != 0.7 {
		t.Errorf("ramp %g %g %g %g", r.At(1, 5), r.At(3, 5), r.At(5, 5), r.At(1, 1))
	}
}

func TestMemoryIsBounded(t *testing.T) {
	c, _ := Preset("standard")
	two, many := c.Memory(2), c.Memory(14)
	if worker := (many - two) / 12; worker > 4<<20 {
		t.Errorf("%d bytes a thread, more than 4 MB", worker)
	}
	if two < 100<<20 || two > 1<<30 {
		t.Errorf("%d bytes for two threads", two)
	}
	c.Window = 1 << 50
	if err := checkMemory(&c, 2); physicalMemory() > 0 && err == nil {
		t.Error("a run beyond the machine's memory was accepted")
	}
}
