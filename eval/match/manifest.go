package match

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
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
}

// timed reports whether time decides how deep the players look.
func (cfg *Config) timed() bool { return cfg.Limits.MoveTime > 0 || cfg.Limits.Clock != nil }

// manifestName is the file in a match's folder that says which match it is.
const manifestName = "manifest.json"

// Manifest is the part of a Config that the result depends on, as written to manifest.json. Pairs is left
// out: a match may be extended.
type Manifest struct {
	A          string `json:"a"`
	AHash      string `json:"a_hash"`
	ASettings  string `json:"a_settings,omitempty"`
	B          string `json:"b"`
	BHash      string `json:"b_hash"`
	BSettings  string `json:"b_settings,omitempty"`
	Phrase     string `json:"phrase"`
	Rules      string `json:"rules"`
	Nodes      uint64 `json:"nodes,omitempty"`
	MoveTimeMS int64  `json:"movetime_ms,omitempty"`
	TC         string `json:"tc,omitempty"`
	GraceMS    int64  `json:"grace_ms,omitempty"`
}

// Manifest returns the manifest of cfg.
func (cfg *Config) Manifest() Manifest {
	m := Manifest{
		A: cfg.A.Name, AHash: cfg.A.Hash, ASettings: cfg.A.Settings,
		B: cfg.B.Name, BHash: cfg.B.Hash, BSettings: cfg.B.Settings,
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
	return *m, nil
}

// settle writes the manifest into dir, or checks that the one already there is the same. One without any
// pair played is replaced: nothing depends on it, and the match may not even have started.
func (p Manifest) settle(dir string, played int) error {
	path := filepath.Join(dir, manifestName)
	was, err := durable.ReadJSON[Manifest](path)
	if played == 0 || errors.Is(err, fs.ErrNotExist) {
		return durable.WriteJSON(path, p)
	}
	if err != nil {
		return fmt.Errorf("manifest of a match: %w; give another folder or remove this one", err)
	}
	if *was != p {
		return fmt.Errorf("%s: this folder holds another match: %s; give another folder", path, was.differences(p))
	}
	return nil
}

// differences names the fields in which the match asked for is another, with both values.
func (p Manifest) differences(asked Manifest) string {
	var out []string
	there, wanted := reflect.ValueOf(p), reflect.ValueOf(asked)
	for i := range there.NumField() {
		if there.Field(i).Equal(wanted.Field(i)) {
			continue
		}
		name, _, _ := strings.Cut(there.Type().Field(i).Tag.Get("json"), ",")
		out = append(out, fmt.Sprintf("%s is %s, asked for %s", name, shown(there.Field(i)), shown(wanted.Field(i))))
	}
	return strings.Join(out, "; ")
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
