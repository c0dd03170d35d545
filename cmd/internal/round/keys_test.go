package round

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jieqi/trainer"
)

// The tables of settings in the documents are compared with the structs: a key and its value in each
// preset that the header names. The train table of a run has a document of its own; of its keys the
// document of rounds has the preset and what a run's preset sets otherwise.

func TestRoundsDocumentHasEveryKey(t *testing.T) {
	here := map[string]bool{"train.preset": true}
	for _, preset := range Presets {
		for _, key := range ownTraining(t, preset) {
			here[key] = true
		}
	}
	compareKeys(t, "docs/rounds.md", Presets, func(preset string) ([]setting, error) {
		c, err := Preset(preset)
		return slices.DeleteFunc(listSettings(t, "", reflect.ValueOf(c)), func(s setting) bool {
			return strings.HasPrefix(s.key, "train.") && !here[s.key]
		}), err
	})
}

// ownTraining returns the keys of training that a run's preset sets otherwise than the preset of
// training that it names.
func ownTraining(t *testing.T, preset string) (keys []string) {
	t.Helper()
	c, err := Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	named, err := trainer.Preset(c.Train.Preset)
	if err != nil {
		t.Fatal(err)
	}
	usual := listSettings(t, "train.", reflect.ValueOf(named))
	for i, s := range listSettings(t, "train.", reflect.ValueOf(c.Train)) {
		if s != usual[i] {
			keys = append(keys, s.key)
		}
	}
	return keys
}

func TestTrainingDocumentHasEveryKey(t *testing.T) {
	compareKeys(t, "docs/training.md", []string{"quick", "standard"}, func(preset string) ([]setting, error) {
		c, err := trainer.Preset(preset)
		return listSettings(t, "", reflect.ValueOf(c)), err
	})
}

// setting is a key as a TOML file has it, such as gate.games, and its value as a table has it.
type setting struct{ key, value string }

// settings walks the fields of a configuration and of the structs in it by their TOML names.
func listSettings(t *testing.T, prefix string, v reflect.Value) []setting {
	t.Helper()
	var all []setting
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("toml"), ",")
		switch {
		case name == "-":
		case name == "":
			t.Fatalf("%s.%s has no TOML name", v.Type(), v.Type().Field(i).Name)
		case v.Field(i).Kind() == reflect.Struct:
			all = append(all, listSettings(t, prefix+name+".", v.Field(i))...)
		default:
			all = append(all, setting{prefix + name, cell(v.Field(i))})
		}
	}
	return all
}

// cell writes a value as the tables do: 20,000 and 0.00003, and none for an empty text.
func cell(v reflect.Value) string {
	switch {
	case v.IsZero() && v.Kind() == reflect.String:
		return "none"
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case v.CanInt(), v.CanUint():
		digits := fmt.Sprint(v.Interface())
		for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
			digits = digits[:i] + "," + digits[i:]
		}
		return digits
	default:
		return fmt.Sprint(v.Interface())
	}
}

// compareKeys fails for each key that either side lacks and for each value that differs, and says
// what the row should be.
func compareKeys(t *testing.T, document string, presets []string, of func(preset string) ([]setting, error)) {
	t.Helper()
	header, rows := readTable(t, document)
	if !slices.Equal(header, presets) {
		t.Fatalf("%s: columns for the presets %v, want %v", document, header, presets)
	}
	var keys []string
	want := map[string][]string{}
	for _, preset := range presets {
		all, err := of(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if want[s.key] == nil {
				keys = append(keys, s.key)
			}
			want[s.key] = append(want[s.key], s.value)
		}
	}
	for _, key := range keys {
		row := fmt.Sprintf("| `%s` | %s |", key, strings.Join(want[key], " | "))
		if rows[key] == nil {
			t.Errorf("%s: no row for the key %s: %s what it means |", document, key, row)
		} else if !slices.Equal(rows[key], want[key]) {
			t.Errorf("%s: the row of the key %s is out of date, want %s", document, key, row)
		}
	}
	for key := range rows {
		if want[key] == nil {
			t.Errorf("%s: a row for %s, which is no key any more", document, key)
		}
	}
}

// readTable reads the table whose header is key, presets, meaning: the presets, and for each key
// its values.
func readTable(t *testing.T, document string) (presets []string, rows map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("../../../" + document)
	if err != nil {
		t.Fatal(err)
	}
	rows = map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) < 3 {
			if len(rows) > 0 {
				break // the table ends
			}
			continue
		}
		key, values := strings.Trim(cells[0], "`"), cells[1:len(cells)-1]
		switch {
		case key == "key":
			presets = values
		case presets == nil || strings.HasPrefix(key, "---"):
		case rows[key] != nil:
			t.Errorf("%s: two rows for the key %s", document, key)
		default:
			rows[key] = values
		}
	}
	return presets, rows
}
