package search

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestEveryHeuristicHasASwitch asks for one distinct name a bool field, all on in Main and none in Base.
func TestEveryHeuristicHasASwitch(t *testing.T) {
	names := Switches()
	bools := 0
	for f := range reflect.TypeFor[Options]().Fields() {
		if f.Type.Kind() == reflect.Bool {
			bools++
		}
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(names) != bools || len(distinct) != bools {
		t.Errorf("%d distinct names of %d for %d fields: %v", len(distinct), len(names), bools, names)
	}
	if off := Main.Off(); len(off) != 0 {
		t.Errorf("off in Main: %v", off)
	}
	if off := Base.Off(); !slices.Equal(off, names) {
		t.Errorf("off in Base: %v, of %v", off, names)
	}
	for field, want := range map[string]string{
		"Table": "table", "NullMove": "null-move", "SEEPruning": "see-pruning", "IIR": "iir", "LateSEE": "late-see",
	} {
		if got := switchName(field); got != want {
			t.Errorf("%s is called %q, want %q", field, got, want)
		}
	}
}

// TestSetChangesOneField turns each switch off and on again.
func TestSetChangesOneField(t *testing.T) {
	for _, name := range Switches() {
		o := Main
		if err := o.Set(name, false); err != nil {
			t.Fatal(err)
		}
		if off := o.Off(); len(off) != 1 || off[0] != name {
			t.Errorf("%s off leaves %v off", name, off)
		}
		if err := o.Set(name, true); err != nil || o != Main {
			t.Errorf("%s on again: %v, %+v", name, err, o)
		}
	}
	o := Main
	for _, name := range []string{"", "chance", "shallow-by", "Table"} {
		if err := o.Set(name, false); err == nil || !strings.Contains(err.Error(), "table-deeper, repetition") || o != Main {
			t.Errorf("%q: error %v", name, err)
		}
	}
}
