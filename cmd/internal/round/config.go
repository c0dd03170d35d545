package round

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/dataset/lineage"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/eval/gate"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// Config is everything that decides what a run makes. It is written to run.toml when the run
// begins and never changes; --set changes some of it from a round on, in the registry. The number of workers is not part
// of it.
type Config struct {
	Preset    string         `toml:"preset"`    // quick, standard or jqe
	Phrase    string         `toml:"phrase"`    // every deal and every random choice follows from it
	Salt      string         `toml:"salt"`      // of the split by deal; runs with one salt can be trained on together without holding out more
	Rules     string         `toml:"rules"`     // preset of package rules
	Rounds    int            `toml:"rounds"`    // how many are played unless Run is told otherwise
	Champion  string         `toml:"champion"`  // plays the first round: hce, material, shipped, or the name of a network of the run; see Settle
	Window    int            `toml:"window"`    // how many of the newest rounds a network is trained on
	Data      []string       `toml:"data"`      // folders of shards, played before the run, that every round trains on too
	From      string         `toml:"from"`      // what training begins from: FromFresh or FromChampion
	SelfPlay  SelfPlay       `toml:"selfplay"`  //
	Train     trainer.Config `toml:"train"`     // its Split and Filter are the gate's too
	Gate      Gate           `toml:"gate"`      //
	Yardstick Yardstick      `toml:"yardstick"` //
}

// SelfPlay is the part of self-play's settings that a run decides.
type SelfPlay struct {
	Games    int              `toml:"games"`     // a round
	Nodes    uint64           `toml:"nodes"`     // of each search
	HashMB   int              `toml:"hash_mb"`   // table of each side
	MaxPlies int              `toml:"max_plies"` // drawn by length then
	Stray    int              `toml:"stray"`     // per mille of the moves that are drawn at random, once they were searched
	Opening  selfplay.Opening `toml:"opening"`
	Win      selfplay.Win     `toml:"win"`
}

// Gate is the part of the gate's settings that a run decides.
type Gate struct {
	Games  int    `toml:"games"`         // of the match, an even number
	Nodes  uint64 `toml:"nodes"`         // of each search
	Strict bool   `toml:"strict"`        // likelihood of superiority 0.90, and an extension of undecided matches
	Trust  bool   `toml:"trust_holdout"` // let a champion stand there that does not say all that it was trained on
}

// Yardstick is a match of the champion against an evaluation that never changes, played after the last
// round. It says what a run is worth and decides nothing.
type Yardstick struct {
	Spec  string `toml:"spec"`  // an evaluation that is built in
	Games int    `toml:"games"` // an even number; 0: no match
	Nodes uint64 `toml:"nodes"` // of each search
}

// What the training of a round may begin from.
const (
	FromFresh    = "fresh"    // new parameters
	FromChampion = "champion" // the weights of the network that played the round's games; new ones where that is built in
)

// Presets are the names that Preset knows.
var Presets = []string{"quick", "standard", "jqe"}

// Preset returns a named configuration: "quick" to see the whole loop work in minutes, "standard"
// for real progress, "jqe" for the published engine's settings.
func Preset(name string) (Config, error) {
	play := selfplay.Default()
	c := Config{
		Preset: name, Phrase: "jieqi", Salt: "jieqi", Rules: rules.Tiantian.Name, Rounds: 1, Champion: spec.HandCrafted, Window: 4, Data: []string{}, From: FromFresh,
		SelfPlay: SelfPlay{
			Games: 20000, Nodes: 5000, HashMB: play.HashMB, MaxPlies: play.MaxPlies,
			Opening: play.Opening, Win: play.Win,
		},
		Gate: Gate{Games: 400, Nodes: 5000, Strict: true},
	}
	train, scale := "standard", 0.0
	switch name {
	case "quick":
		// So little a search converts few of its advantages: a scale fitted to its results would shrink what
		// the network says to a quarter of what the search's margins are made for.
		train, scale = "quick", score.Scale
		c.Rounds, c.Champion = 2, spec.Material // which a network of so few games can beat
		c.SelfPlay.Nodes = 40
		c.SelfPlay.Win.Plies = 0 // of the games that such scores would decide, nearly half end otherwise
		c.Gate.Nodes, c.Gate.Strict = c.SelfPlay.Nodes, false
		c.Yardstick = Yardstick{Spec: spec.HandCrafted, Games: 400, Nodes: 800}
	case "standard":
		// What promoted a second generation (docs/ladder.md): many games of the champion, whose weights training begins from, and
		// a rate small enough to keep what they know.
		c.Champion, c.From = spec.Shipped, FromChampion
		c.SelfPlay.Games, c.SelfPlay.Nodes = 40000, 1000
	case "jqe":
		c.Gate.Strict = false
	default:
		return Config{}, fmt.Errorf("preset %q unknown: want one of %s", name, strings.Join(Presets, ", "))
	}
	var err error
	c.Train, err = trainer.Preset(train)
	if c.Train.LabelScale = scale; name == "standard" {
		c.Train.Passes, c.Train.Average = 6, 0.9998
		c.Train.Rate.Peak, c.Train.Rate.Final = 3e-4, 1e-5
	}
	return c, err
}

// ParseConfig reads TOML text over the preset it names (quick if none), its table train over the preset of
// training that it names (the run's if none), but for the label scale, which goes with the run's preset. Unknown
// keys and values out of range are errors of one line that name the key.
func ParseConfig(text []byte) (Config, error) {
	head := struct {
		Preset string                  `toml:"preset"`
		Train  struct{ Preset string } `toml:"train"`
	}{Preset: Presets[0]}
	if err := toml.Unmarshal(text, &head); err != nil {
		return Config{}, trainer.OneLine(err)
	}
	c, err := Preset(head.Preset)
	if err != nil {
		return Config{}, err
	}
	if head.Train.Preset != "" {
		scale := c.Train.LabelScale // goes with the run's games, whatever they are trained by
		if c.Train, err = trainer.Preset(head.Train.Preset); err != nil {
			return Config{}, fmt.Errorf("train: %w", err)
		}
		c.Train.LabelScale = scale
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
	play := c.selfPlay(0, 1)
	switch {
	case c.Phrase == "":
		return errors.New("phrase is empty: deals come from it")
	case c.Salt == "":
		return errors.New("salt is empty: the split by deal needs one")
	case c.Rounds < 1:
		return fmt.Errorf("rounds is %d: want at least 1", c.Rounds)
	case c.Champion == "":
		return errors.New("champion is empty: the first games are played by it")
	case c.Window < 1:
		return fmt.Errorf("window is %d: want at least 1 round", c.Window)
	case c.From != FromFresh && c.From != FromChampion:
		return fmt.Errorf("from is %q: want %s or %s", c.From, FromFresh, FromChampion)
	case gate.CheckGames(c.Gate.Games) != nil:
		return fmt.Errorf("gate.games: %w", gate.CheckGames(c.Gate.Games))
	case c.Gate.Nodes < 1:
		return errors.New("gate.nodes is 0: want at least 1")
	case c.Yardstick.Games < 0 || c.Yardstick.Games%2 != 0:
		return fmt.Errorf("yardstick.games is %d: want an even number, or 0 for no match", c.Yardstick.Games)
	case c.Yardstick.Games > 0 && !spec.BuiltIn(c.Yardstick.Spec):
		return fmt.Errorf("yardstick.spec is %q: want an evaluation that is built in, such as %s", c.Yardstick.Spec, spec.HandCrafted)
	case c.Yardstick.Games > 0 && c.Yardstick.Nodes < 1:
		return errors.New("yardstick.nodes is 0: want at least 1")
	}
	if err := play.Check(); err != nil {
		return err
	}
	if err := c.Train.Check(); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// selfPlay returns the settings of self-play in a round whose first game has this index.
func (c *Config) selfPlay(first uint64, workers int) selfplay.Config {
	p := selfplay.Default()
	p.First, p.Games = first, c.SelfPlay.Games
	p.Phrase, p.Salt, p.Rules = c.Phrase+" selfplay", c.Salt, c.Rules
	p.Nodes, p.HashMB, p.MaxPlies = c.SelfPlay.Nodes, c.SelfPlay.HashMB, c.SelfPlay.MaxPlies
	p.Stray = c.SelfPlay.Stray
	p.Opening, p.Win, p.Split = c.SelfPlay.Opening, c.SelfPlay.Win, c.Train.Split
	p.Workers, p.Generator = workers, version.Generator()
	return p
}

// deals returns the run's deals as its training and its gates split them.
func (c *Config) deals() lineage.Data {
	p := c.selfPlay(0, 1)
	return lineage.New([]string{p.Phrase}, []string{p.Salt}, c.Train.Split.Gate, c.Train.Split.Validation)
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
