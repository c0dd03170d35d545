package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// Contender is one side of a match. New makes a player for one worker; players are never shared.
type Contender struct {
	Name string
	Hash string // identifies the evaluation and its settings; part of the manifest
	New  func() (referee.Player, error)
}

// Config is what a match is asked to do.
type Config struct {
	A, B    Contender
	Pairs   int // how many pairs to play unless stopped before
	Phrase  string
	Rules   rules.Rules
	Limits  rules.Limits // of each search; Nodes makes games reproducible
	Workers int
}

// Manifest is the part of a Config that the result depends on, as written to manifest.json. Pairs is left
// out: a match may be extended.
type Manifest struct {
	A          string `json:"a"`
	AHash      string `json:"a_hash"`
	B          string `json:"b"`
	BHash      string `json:"b_hash"`
	Phrase     string `json:"phrase"`
	Rules      string `json:"rules"`
	Nodes      uint64 `json:"nodes,omitempty"`
	MoveTimeMS int64  `json:"movetime_ms,omitempty"`
}

// Manifest returns the manifest of cfg.
func (cfg *Config) Manifest() Manifest {
	return Manifest{
		A: cfg.A.Name, AHash: cfg.A.Hash, B: cfg.B.Name, BHash: cfg.B.Hash,
		Phrase: cfg.Phrase, Rules: cfg.Rules.Name,
		Nodes: cfg.Limits.Nodes, MoveTimeMS: int64(cfg.Limits.MoveTime / time.Millisecond),
	}
}

// settle writes the manifest into dir, or checks that the one already there is the same.
func (p Manifest) settle(dir string) error {
	path := filepath.Join(dir, "manifest.json")
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			return fmt.Errorf("encode the match manifest: %w", err)
		}
		return renameio.WriteFile(path, append(text, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("read the match manifest: %w", err)
	}
	var was Manifest
	if err := json.Unmarshal(old, &was); err != nil {
		return fmt.Errorf("%s: not a match manifest (%w); give another folder or remove this one", path, err)
	}
	if was != p {
		return fmt.Errorf("%s: this folder holds another match (%+v, asked for %+v); give another folder", path, was, p)
	}
	return nil
}
