package round

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/dataset/settings"
	"jieqi/trainer"
)

// Change is a setting that a run has otherwise from some round on than run.toml says.
type Change struct {
	Key   string // as in run.toml, with dots, such as gate.nodes
	Value string // in TOML
}

// changeable are the keys, or beginnings of keys, that may change between rounds. What decides which deals are
// played and which are held out stays: an old hold-out would be trained on.
var changeable = []string{"window", "from", "selfplay.games", "selfplay.nodes", "selfplay.stray", "train.", "gate.", "yardstick."}

var unchangeable = []string{"train.preset", "train.split."}

// SettingError says that a setting cannot be changed so, whatever the run: a mistake in what was asked for.
type SettingError struct{ error }

// Unwrap returns what is wrong.
func (e SettingError) Unwrap() error { return e.error }

// mayChange reports whether the setting may change between rounds.
func mayChange(key string) bool {
	begins := func(prefix string) bool {
		return key == prefix || strings.HasSuffix(prefix, ".") && strings.HasPrefix(key, prefix)
	}
	return slices.ContainsFunc(changeable, begins) && !slices.ContainsFunc(unchangeable, begins)
}

// ParseChange reads KEY=VALUE. Texts may leave TOML's quotes out. The error says what may be changed.
func ParseChange(text string) (Change, error) {
	key, value, found := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !found || key == "" || value == "" {
		return Change{}, SettingError{fmt.Errorf("%.60q: want KEY=VALUE, such as gate.nodes=1000", text)}
	}
	keys := slices.Sorted(maps.Keys(settings.Flat(Config{})))
	if keys = slices.DeleteFunc(keys, func(k string) bool { return !mayChange(k) }); !slices.Contains(keys, key) {
		return Change{}, SettingError{fmt.Errorf("%.60s cannot change in a run; what can: %s", key, strings.Join(keys, ", "))}
	}
	change := Change{key, value}
	if !isValue(value) {
		quoted, err := toml.Marshal(map[string]string{"v": value})
		if err != nil {
			return Change{}, err
		}
		change.Value = strings.TrimSpace(strings.TrimPrefix(string(quoted), "v = "))
	}
	c, err := Preset(Presets[0])
	if err != nil {
		return Change{}, err
	}
	if err := change.apply(&c); err != nil {
		return Change{}, SettingError{err}
	}
	return change, nil
}

// isValue reports whether text is one value of TOML and nothing else.
func isValue(text string) bool {
	var v map[string]any
	return !strings.ContainsAny(text, "\r\n#") && toml.Unmarshal([]byte("v = "+text), &v) == nil && len(v) == 1
}

// apply makes the change in c, which may then be a configuration that cannot work.
func (s Change) apply(c *Config) error {
	d := toml.NewDecoder(bytes.NewReader([]byte(s.Key + " = " + s.Value + "\n")))
	d.DisallowUnknownFields()
	return trainer.WithoutPlace(d.Decode(c))
}

// changed returns c with changes made, if that can work.
func (c Config) changed(changes []Change) (Config, error) {
	for _, s := range changes {
		if err := s.apply(&c); err != nil {
			return c, SettingError{err}
		}
	}
	if err := c.Check(); err != nil {
		return c, SettingError{err}
	}
	return c, nil
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
	now, err := r.At(c, begun+1)
	if err != nil {
		return err
	}
	then, err := now.changed(changes)
	if err != nil || settings.Differences(now, then) == "" {
		return err
	}
	if begun > finished {
		return fmt.Errorf("settings cannot change in a round that is begun, and round %d is (%s); finish it first with `%s`, then set them",
			begun, settings.Differences(now, then), f.command("run", "--rounds", fmt.Sprint(begun)))
	}
	for _, s := range changes {
		before := now
		if err := s.apply(&now); err != nil {
			return err
		}
		if settings.Differences(before, now) == "" {
			continue // it is so already
		}
		if err := r.Add(Fact{Kind: FactSet, Round: begun + 1, Key: s.Key, Value: s.Value}); err != nil {
			return err
		}
	}
	return nil
}
