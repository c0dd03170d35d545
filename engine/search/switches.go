package search

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"unicode"
)

// Switches returns the names of the heuristics of [Options], one for each bool field and in their order.
// A name is the field's in lower case with hyphens between words: SEEPruning is "see-pruning".
func Switches() []string {
	var o Options
	return o.Off()
}

// Off returns the names of the heuristics that are off in o, in the order of Switches.
func (o *Options) Off() []string {
	var names []string
	for name, v := range o.switches() {
		if !v.Bool() {
			names = append(names, name)
		}
	}
	return names
}

// Set turns the named heuristic on or off. The error for a name that is none lists all of them.
func (o *Options) Set(name string, on bool) error {
	for have, v := range o.switches() {
		if have == name {
			v.SetBool(on)
			return nil
		}
	}
	return fmt.Errorf("no switch of the search is called %q: want one of %s", name, strings.Join(Switches(), ", "))
}

// switches yields the name and the field of every heuristic.
func (o *Options) switches() iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		for f, v := range reflect.ValueOf(o).Elem().Fields() {
			if f.Type.Kind() == reflect.Bool && !yield(switchName(f.Name), v) {
				return
			}
		}
	}
}

// switchName writes a Go name in lower case with hyphens between words. Capitals in a row are one word, but
// for the last if a small letter follows it.
func switchName(field string) string {
	var b strings.Builder
	letters := []rune(field)
	for i, r := range letters {
		if i > 0 && unicode.IsUpper(r) &&
			(unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
