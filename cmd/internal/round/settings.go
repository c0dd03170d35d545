package round

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/trainer"
)

// Change is a setting that a run has otherwise from some round on than run.toml says.
type Change struct {
	Key   string // as in run.toml, with dots, such as gate.nodes
	Value string // in TOML
}

// changeable are the keys, or beginnings of keys, that may change between rounds. What decides which deals are
// played and which are held out stays: an old hold-out would be trained on.
var changeable = []string{"window", "selfplay.games", "selfplay.nodes", "train.", "gate.", "yardstick."}

var unchangeable = []string{"train.preset", "train.split."}

var keyPattern = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)

// ParseChange reads KEY=VALUE. Texts may leave TOML's quotes out. The error says what may be changed.
func ParseChange(text string) (Change, error) {
	key, value, found := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	begins := func(prefix string) bool {
		return key == prefix || strings.HasSuffix(prefix, ".") && strings.HasPrefix(key, prefix)
	}
	switch {
	case !found || value == "" || strings.ContainsAny(value, "\r\n") || !keyPattern.MatchString(key):
		return Change{}, fmt.Errorf("%.60q: want KEY=VALUE, such as gate.nodes=1000", text)
	case !slices.ContainsFunc(changeable, begins) || slices.ContainsFunc(unchangeable, begins):
		return Change{}, fmt.Errorf("%s cannot change in a run; window, selfplay.games, selfplay.nodes and the keys of train "+
			"(but preset and split), gate and yardstick can", key)
	}
	change := Change{key, value}
	c, err := Preset(Presets[0])
	if err != nil {
		return Change{}, err
	}
	if err := change.apply(&c); err == nil {
		return change, nil
	}
	quoted := Change{key, fmt.Sprintf("%q", value)}
	if err := quoted.apply(&c); err == nil {
		return quoted, nil
	}
	return Change{}, fmt.Errorf("%s: %w", key, change.apply(&c))
}

// apply makes the change in c, which may then be a configuration that cannot work.
func (s Change) apply(c *Config) error {
	d := toml.NewDecoder(bytes.NewReader([]byte(s.Key + " = " + s.Value + "\n")))
	d.DisallowUnknownFields()
	return trainer.OneLine(d.Decode(c))
}

// At returns c as it is in round n, with the changes that the facts tell of.
func (facts Facts) At(c Config, n int) (Config, error) {
	for _, f := range facts {
		if f.Kind != FactSet || f.Round > n {
			continue
		}
		if err := (Change{f.Key, f.Value}).apply(&c); err != nil {
			return c, fmt.Errorf("registry: %s = %s: %w", f.Key, f.Value, err)
		}
	}
	return c, nil
}

// firstGame returns the index of the first game of round n: rounds take consecutive deals of one phrase, so no deal
// is ever played in two of them.
func (facts Facts) firstGame(c Config, n int) (first uint64, err error) {
	for earlier := 1; earlier < n; earlier++ {
		then, err := facts.At(c, earlier)
		if err != nil {
			return 0, err
		}
		first += uint64(then.SelfPlay.Games)
	}
	return first, nil
}

// change writes down the changes that are not in force already. They hold from the next round on: one that was
// begun keeps its settings.
func (r *Registry) change(f Folder, c Config, changes []Change) error {
	begun, finished, err := f.rounds(r.Facts)
	if err != nil {
		return err
	}
	for _, s := range changes {
		now, err := r.At(c, begun+1)
		if err != nil {
			return err
		}
		then := now
		if err := s.apply(&then); err != nil {
			return fmt.Errorf("%s: %w", s.Key, err)
		}
		if then == now {
			continue
		}
		if begun > finished {
			return fmt.Errorf("%s cannot change: round %d is begun and keeps its settings; finish it first with `%s`, then set it",
				s.Key, begun, f.command("run", "--rounds", fmt.Sprint(begun)))
		}
		if err := then.Check(); err != nil {
			return err
		}
		if err := r.Add(Fact{Kind: FactSet, Round: begun + 1, Key: s.Key, Value: s.Value}); err != nil {
			return err
		}
	}
	return nil
}
