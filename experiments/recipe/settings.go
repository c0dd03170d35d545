package recipe

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"jieqi/dataset/settings"
	"jieqi/trainer"
)

// overlay returns base with the values of over in place of its own, tables being merged.
func overlay(base, over map[string]any) map[string]any {
	merged := maps.Clone(base)
	if merged == nil {
		merged = map[string]any{}
	}
	for key, value := range over {
		below, isTable := merged[key].(map[string]any)
		above, stays := value.(map[string]any)
		if isTable && stays {
			value = overlay(below, above)
		}
		merged[key] = value
	}
	return merged
}

// trainConfig returns the training configuration that a table describes, as a file for `jieqi train` would.
func trainConfig(table map[string]any) (trainer.Config, error) {
	preset := "standard"
	if named, ok := table["preset"].(string); ok {
		preset = named
	}
	c, err := trainer.Preset(preset)
	if err != nil {
		return c, err
	}
	if err := decode(table, &c); err != nil {
		return c, err
	}
	return c, c.Check()
}

// decode sets the fields of into from a table. Errors name the key alone: the table's lines are not those of the plan.
func decode(table map[string]any, into any) error {
	text, err := toml.Marshal(table)
	if err != nil {
		return err
	}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return trainer.WithoutPlace(d.Decode(into))
}

// flat lists the settings of a configuration by dotted key. Zero ones are left out, so that a setting which is
// added later, and whose zero means what was before, changes no hash.
func flat(c *trainer.Config) map[string]any {
	all := settings.Flat(c)
	maps.DeleteFunc(all, func(_ string, value any) bool { return reflect.ValueOf(value).IsZero() })
	return all
}

// differing lists, as KEY=VALUE in the order of keys, the settings of c that base has otherwise.
func differing(c, base *trainer.Config) []string {
	own, others := flat(c), flat(base)
	all := maps.Clone(others)
	maps.Copy(all, own)
	var words []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		switch value, set := own[key]; {
		case !set:
			words = append(words, key+"=0")
		case !reflect.DeepEqual(value, others[key]):
			words = append(words, fmt.Sprintf("%s=%v", key, value))
		}
	}
	return words
}
