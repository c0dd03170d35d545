package round

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/trainer"
)

func TestPresetsRoundTrip(t *testing.T) {
	for _, name := range Presets {
		c, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil {
			t.Errorf("preset %s: %v", name, err)
		}
		text, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseConfig(text)
		if err != nil {
			t.Fatalf("preset %s: %v", name, err)
		}
		if diff := cmp.Diff(c, back); diff != "" {
			t.Errorf("preset %s changed when written and read:\n%s", name, diff)
		}
	}
}

func TestConfigErrorsHaveOneLineAndNameTheKey(t *testing.T) {
	for text, want := range map[string]string{
		`preset = "fast"`:                     "fast",
		"phrase = ''":                         "phrase",
		"salt = ''":                           "salt",
		"window = 0":                          "window",
		"rounds = 0":                          "rounds",
		"champion = ''":                       "champion",
		"[yardstick]\ngames = 3":              "yardstick.games",
		"[yardstick]\nnodes = 0":              "yardstick.nodes",
		"[yardstick]\nspec = 'x.nnue'":        "yardstick.spec",
		"[train]\npreset = 'slow'":            "slow",
		"[train]\npreset = 7":                 "train.preset",
		"windows = 3":                         "windows",
		"[gate]\ngames = 401":                 "gate.games",
		"[gate]\ngames = 100_000_000":         "gate.games",
		"[gate]\nnodes = 0":                   "gate.nodes",
		"[selfplay]\ngames = 0":               "games",
		"[selfplay]\nnode = 5":                "node",
		"window = 'x'":                        "window: want a whole number, not a value of type string",
		"window = 1.5":                        "window: want a whole number, not a value of type float",
		"phrase = 3":                          "phrase: want a text in quotes, not a value of type integer",
		"gate = 3":                            "gate: want a table of settings, not a value of type integer",
		"[gate]\nnodes = -3":                  "gate.nodes: want a whole number from 0 on, not -3",
		"[gate]\nstrict = 1":                  "gate.strict: want true or false, not a value of type integer",
		"[train.rate]\npeak = 'x'":            "train.rate.peak: want a number, not a value of type string",
		"[[gate]]\ngames = 2":                 "gate: there is no array table by this name",
		"[train]\nbatch = 100":                "train: batch",
		"[train.rate]\npeak = 7":              "train: rate.peak",
		"phrase = ":                           "line 1",
		"rules = \"chess\"":                   "chess",
		"[selfplay.opening]\nmin_plies = 300": "opening",
	} {
		_, err := ParseConfig([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want it to name %q", text, err, want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error of several lines: %v", text, err)
		}
	}
}

func TestTrainPresetIsApplied(t *testing.T) {
	c, err := ParseConfig([]byte("preset = \"standard\"\n[train]\npreset = \"quick\"\nbatch = 512\n"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := Preset("standard")
	if err != nil {
		t.Fatal(err)
	}
	if want.Train, err = trainer.Preset("quick"); err != nil {
		t.Fatal(err)
	}
	want.Train.Batch = 512
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("settings differ:\n%s", diff)
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(`preset = "standard"`))
	f.Add([]byte("[train]\nbatch = 512\n[gate]\ngames = 2"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseConfig(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		again, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseConfig(again); err != nil {
			t.Fatalf("what was accepted is refused when written again: %v\n%s", err, again)
		}
	})
}

// TestRunsSplitAlike plays two runs' games: their phrases differ, their salt does not.
func TestRunsSplitAlike(t *testing.T) {
	for _, phrase := range []string{"jieqi", "autumn"} {
		c := quick(t, phrase)
		if p := c.selfPlay(2, 1); p.Phrase != phrase+" selfplay" || p.Salt != "jieqi" {
			t.Errorf("phrase %q, salt %q", p.Phrase, p.Salt)
		}
		if d := c.deals(); d.Salts[0] != "jieqi" || d.Phrases[0] != phrase+" selfplay" || d.Gate != c.Train.Split.Gate {
			t.Errorf("deals %+v", d)
		}
	}
}

// TestLabelScaleGoesWithTheGames names presets of training: what is set because the run's games are shallow stays.
func TestLabelScaleGoesWithTheGames(t *testing.T) {
	for _, run := range Presets {
		c, err := Preset(run)
		if err != nil {
			t.Fatal(err)
		}
		for _, train := range []string{"quick", "standard"} {
			got, err := ParseConfig([]byte("preset = '" + run + "'\n[train]\npreset = '" + train + "'\n"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := trainer.Preset(train)
			if err != nil {
				t.Fatal(err)
			}
			want.LabelScale = c.Train.LabelScale
			if diff := cmp.Diff(want, got.Train); diff != "" {
				t.Errorf("run %s, training %s:\n%s", run, train, diff)
			}
		}
	}
	got, err := ParseConfig([]byte("[train]\npreset = 'quick'\nlabel_scale = 300\n"))
	if err != nil || got.Train.LabelScale != 300 {
		t.Errorf("label scale %v, error %v, want what the file says", got.Train.LabelScale, err)
	}
}
