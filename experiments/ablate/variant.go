package ablate

import (
	"fmt"
	"slices"
	"strings"

	"jieqi/engine/search"
)

// Variant is what search.Main is measured against. Where it is printed it is called a contestant.
type Variant struct {
	Name    string
	Options search.Options
}

// Variants returns all of them: Main without each switch, under the name of the switch and in the order of
// search.Switches, then "base" and the other chance methods under theirs.
func Variants() []Variant {
	var all []Variant
	for _, name := range search.Switches() {
		o := search.Main
		if err := o.Set(name, false); err != nil {
			panic(err) // Switches and Set disagree
		}
		all = append(all, Variant{name, o})
	}
	all = append(all, Variant{"base", search.Base})
	for _, method := range []search.ChanceMethod{search.Bound, search.Star1} {
		o := search.Main
		o.Chance = method
		all = append(all, Variant{method.String(), o})
	}
	return all
}

// Select returns the named variants in the order of Variants; no name selects all.
func Select(names []string) ([]Variant, error) {
	all := Variants()
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, c := range all {
		known = append(known, c.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no contestant is called %q: want some of %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(all, func(c Variant) bool { return !slices.Contains(names, c.Name) }), nil
}

// settings says what the strength of options depends on beside the evaluation.
func settings(o search.Options, sig uint64) string {
	off := strings.Join(o.Off(), " ")
	if off == "" {
		off = "nothing"
	}
	return fmt.Sprintf("Hash=%d; reveals by %v %d; off: %s; signature %d", hashMB, o.Chance, o.ShallowBy, off, sig)
}
