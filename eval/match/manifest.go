package match

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"jieqi/dataset/durable"
	"jieqi/engine/rules"
)

// Config is what a match is asked to do.
type Config struct {
	A, B    Contender
	Pairs   int // how many pairs to play unless stopped before
	Phrase  string
	Rules   rules.Rules
	Limits  rules.Limits  // of each search by Nodes (reproducible) or MoveTime; Clock: of each game
	Grace   time.Duration // a clock may be overstepped by so much
	Workers int
	Crew    Crew     // who plays; nil: Workers goroutines of this process
	Beside  []string // names of files that the caller keeps in the match's folder
}

// MaxPairs is the most pairs that commands ask a match for: a mistyped number must not keep a machine for years.
const MaxPairs = 1_000_000

// timed reports whether time decides how deep the players look.
func (cfg *Config) timed() bool { return cfg.Limits.MoveTime > 0 || cfg.Limits.Clock != nil }

// manifestName is the file in a match's folder that says which match it is.
const manifestName = "manifest.json"

// Manifest is the part of a Config that the result depends on, as written to manifest.json. Pairs is left
// out: a match may be extended.
type Manifest struct {
	A          string            `json:"a"`
	AHash      string            `json:"a_hash"`
	ASettings  string            `json:"a_settings,omitempty"`
	AFiles     map[string]string `json:"a_files,omitempty"` // hashes by path, as in Contender
	B          string            `json:"b"`
	BHash      string            `json:"b_hash"`
	BSettings  string            `json:"b_settings,omitempty"`
	BFiles     map[string]string `json:"b_files,omitempty"`
	Phrase     string            `json:"phrase"`
	Rules      string            `json:"rules"`
	Nodes      uint64            `json:"nodes,omitempty"`
	MoveTimeMS int64             `json:"movetime_ms,omitempty"`
	TC         string            `json:"tc,omitempty"`
	GraceMS    int64             `json:"grace_ms,omitempty"`
}

// Manifest returns the manifest of cfg.
func (cfg *Config) Manifest() Manifest {
	m := Manifest{
		A: cfg.A.Name, AHash: cfg.A.Hash, ASettings: cfg.A.Settings, AFiles: cfg.A.Files,
		B: cfg.B.Name, BHash: cfg.B.Hash, BSettings: cfg.B.Settings, BFiles: cfg.B.Files,
		Phrase: cfg.Phrase, Rules: cfg.Rules.Name,
		Nodes: cfg.Limits.Nodes, MoveTimeMS: cfg.Limits.MoveTime.Milliseconds(), GraceMS: cfg.Grace.Milliseconds(),
	}
	if cfg.Limits.Clock != nil {
		m.TC = FormatTC(cfg.Limits.Clock)
	}
	return m
}

// ReadManifest returns the manifest of the match in dir.
func ReadManifest(dir string) (Manifest, error) {
	m, err := durable.ReadJSON[Manifest](filepath.Join(dir, manifestName))
	if err != nil {
		return Manifest{}, noMatch(dir, err)
	}
	if m.A == "" || m.B == "" || m.Rules == "" {
		return Manifest{}, fmt.Errorf("%s: %w", filepath.Join(dir, manifestName), errForeign)
	}
	return *m, nil
}

// differences names the fields in which the match asked for is another, with both values, and what to do; "" if
// it is the same match.
func (p Manifest) differences(asked Manifest) string {
	var out []string
	advice := "give another folder"
	there, wanted := reflect.ValueOf(p), reflect.ValueOf(asked)
	for i := range there.NumField() {
		name, _, _ := strings.Cut(there.Type().Field(i).Tag.Get("json"), ",")
		switch was, is := there.Field(i), wanted.Field(i); {
		case was.Kind() == reflect.Map:
			changed := changedFiles(name, was.Interface().(map[string]string), is.Interface().(map[string]string))
			if out = append(out, changed...); len(changed) > 0 {
				advice = putBack
			}
		case was.Equal(is):
		case name == "a_hash" && p.A == asked.A && p.ASettings == asked.ASettings:
			out, advice = append(out, swappedPlayer(sideA, p.A, p.ASettings, p.AHash, asked.AHash)), putBack
		case name == "b_hash" && p.B == asked.B && p.BSettings == asked.BSettings:
			out, advice = append(out, swappedPlayer(sideB, p.B, p.BSettings, p.BHash, asked.BHash)), putBack
		default:
			out = append(out, fmt.Sprintf("%s is %s, asked for %s", name, shown(was), shown(is)))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "; ") + "; " + advice
}

// putBack is the advice where a file is another under its old name.
const putBack = "put the old file back, or give another folder"

// swappedPlayer says that a program, or an evaluation, is another under the same name and settings.
func swappedPlayer(side, name, settings, was, is string) string {
	text := fmt.Sprintf("what plays as %s under the name %s", side, name)
	if settings != "" {
		text += fmt.Sprintf(" with settings %q", settings)
	}
	return fmt.Sprintf("%s was %q, now %q", text, was, is)
}

// changedFiles names the files in a field whose hashes are others. Versions before this field recorded none.
func changedFiles(field string, was, is map[string]string) []string {
	var out []string
	paths := maps.Clone(was)
	if paths == nil {
		paths = map[string]string{}
	}
	maps.Copy(paths, is)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if was[path] != is[path] {
			out = append(out, fmt.Sprintf("the hash of file %s in %s is %s, now %s", path, field,
				cmp.Or(was[path], "not recorded"), cmp.Or(is[path], "none")))
		}
	}
	return out
}

// shown writes a field's value; those that a match need not have are zero without it.
func shown(v reflect.Value) string {
	switch {
	case v.IsZero():
		return "none"
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(v)
}
