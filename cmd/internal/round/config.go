package round

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/cmd/internal/version"
	"jieqi/dataset/durable"
	"jieqi/engine/rules"
	"jieqi/eval/gate"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// Config is everything that decides what a run makes. It is written to run.toml when the run
// begins and never changes; the number of workers and of rounds are not part of it.
type Config struct {
	Preset   string         `toml:"preset"`   // quick, standard or jqe
	Phrase   string         `toml:"phrase"`   // every deal and every random choice follows from it
	Rules    string         `toml:"rules"`    // preset of package rules
	Window   int            `toml:"window"`   // how many of the newest rounds a network is trained on
	SelfPlay SelfPlay       `toml:"selfplay"` //
	Train    trainer.Config `toml:"train"`    // its Split and Filter are the gate's too
	Gate     Gate           `toml:"gate"`     //
}

// SelfPlay is the part of self-play's settings that a run decides.
type SelfPlay struct {
	Games    int              `toml:"games"`     // a round
	Nodes    uint64           `toml:"nodes"`     // of each search
	HashMB   int              `toml:"hash_mb"`   // table of each side
	MaxPlies int              `toml:"max_plies"` // drawn by length then
	Opening  selfplay.Opening `toml:"opening"`
	Win      selfplay.Win     `toml:"win"`
}

// Gate is the part of the gate's settings that a run decides.
type Gate struct {
	Games  int    `toml:"games"`  // of the match, an even number
	Nodes  uint64 `toml:"nodes"`  // of each search
	Strict bool   `toml:"strict"` // likelihood of superiority 0.90, and an extension of undecided matches
}

// Presets are the names that Preset knows.
var Presets = []string{"quick", "standard", "jqe"}

// Preset returns a named configuration: "quick" to see the whole loop work in minutes, "standard"
// for real progress, "jqe" for the published engine's settings.
func Preset(name string) (Config, error) {
	play := selfplay.Default()
	c := Config{
		Preset: name, Phrase: "jieqi", Rules: rules.Tiantian.Name, Window: 4,
		SelfPlay: SelfPlay{
			Games: 20000, Nodes: 5000, HashMB: play.HashMB, MaxPlies: play.MaxPlies,
			Opening: play.Opening, Win: play.Win,
		},
		Gate: Gate{Games: 400, Nodes: 5000, Strict: true},
	}
	train := "standard"
	switch name {
	case "quick":
		train = "quick"
		c.SelfPlay.Games, c.SelfPlay.Nodes = 1500, 800
		c.SelfPlay.Win.PlayOutEvery = 5 // the label scale is fitted to these games
		c.Gate.Nodes, c.Gate.Strict = 800, false
	case "standard":
	case "jqe":
		c.Gate.Strict = false
	default:
		return Config{}, fmt.Errorf("preset %q unknown: want one of %s", name, strings.Join(Presets, ", "))
	}
	var err error
	c.Train, err = trainer.Preset(train)
	return c, err
}

// ParseConfig reads TOML text over the preset it names (quick if none). Unknown keys and values out
// of range are errors of one line that name the key.
func ParseConfig(text []byte) (Config, error) {
	head := struct {
		Preset string `toml:"preset"`
	}{Preset: Presets[0]}
	if err := toml.Unmarshal(text, &head); err != nil {
		return Config{}, trainer.OneLine(err)
	}
	c, err := Preset(head.Preset)
	if err != nil {
		return Config{}, err
	}
	dec := toml.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return Config{}, trainer.OneLine(err)
	}
	return c, c.Check()
}

// Check reports the first setting that cannot work.
func (c *Config) Check() error {
	play := c.selfPlay(1, 1)
	switch {
	case c.Phrase == "":
		return errors.New("phrase is empty: deals come from it")
	case c.Window < 1:
		return fmt.Errorf("window is %d: want at least 1 round", c.Window)
	case c.Gate.Games < 2 || c.Gate.Games%2 != 0:
		return fmt.Errorf("gate.games is %d: want an even number from 2 on", c.Gate.Games)
	case c.Gate.Nodes < 1:
		return errors.New("gate.nodes is 0: want at least 1")
	}
	if err := play.Check(); err != nil {
		return err
	}
	return c.Train.Check()
}

// selfPlay returns the settings of self-play in round n, counted from 1. Rounds take consecutive
// deals of one phrase, so no deal is ever played in two of them.
func (c *Config) selfPlay(n, workers int) selfplay.Config {
	p := selfplay.Default()
	p.First, p.Games = uint64(n-1)*uint64(c.SelfPlay.Games), c.SelfPlay.Games
	p.Phrase, p.Salt, p.Rules = c.Phrase+" selfplay", c.Phrase, c.Rules
	p.Nodes, p.HashMB, p.MaxPlies = c.SelfPlay.Nodes, c.SelfPlay.HashMB, c.SelfPlay.MaxPlies
	p.Opening, p.Win = c.SelfPlay.Opening, c.SelfPlay.Win
	p.Workers, p.Generator = workers, version.Generator()
	return p
}

func (c *Config) rules() (rules.Rules, error) { return rules.Preset(c.Rules) }

// rule returns the gate's decision rule.
func (c *Config) rule() gate.Rule {
	r := gate.BareRule()
	if c.Gate.Strict {
		r = gate.StrictRule()
	}
	r.Pairs = c.Gate.Games / 2
	return r
}

// Settle returns the configuration of the run in f. A new run takes wanted, or the quick preset
// when that is nil, and writes it down; an old one keeps its own, and wanted must not differ.
func Settle(f Folder, wanted *Config) (Config, error) {
	text, err := os.ReadFile(f.ConfigFile())
	if errors.Is(err, fs.ErrNotExist) {
		return begin(f, wanted)
	}
	if err != nil {
		return Config{}, fmt.Errorf("read the run's configuration: %w", err)
	}
	c, err := ParseConfig(text)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", f.ConfigFile(), err)
	}
	if wanted == nil {
		return c, nil
	}
	same, err := wanted.encode()
	if err != nil {
		return Config{}, err
	}
	if !bytes.Equal(same, text) {
		return Config{}, fmt.Errorf("%s: the run was begun with other settings, and they never change; "+
			"leave --preset and --config out to go on with it, or give another --run", f.ConfigFile())
	}
	return c, nil
}

func begin(f Folder, wanted *Config) (Config, error) {
	var c Config
	if wanted != nil {
		c = *wanted
	} else {
		var err error
		if c, err = Preset(Presets[0]); err != nil {
			return Config{}, err
		}
	}
	if err := c.Check(); err != nil {
		return Config{}, err
	}
	text, err := c.encode()
	if err != nil {
		return Config{}, err
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return Config{}, err
	}
	return c, durable.WriteFile(f.ConfigFile(), text)
}

func (c *Config) encode() ([]byte, error) {
	text, err := toml.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the configuration: %w", err)
	}
	return text, nil
}
