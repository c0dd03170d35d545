package revealprice

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
)

// Files in the folder of an audit, beside the games.
const (
	manifestName = "audit.json"    // which audit it is
	journalName  = "reveals.jsonl" // an Audited a line
	reportName   = "report.json"
	tablesName   = "tables.md"
)

// Manifest is what the audited reveals depend on. Their number is left out: an audit may be extended.
type Manifest struct {
	Evaluation string `json:"evaluation"`
	Hash       string `json:"evaluation_hash"`
	Search     string `json:"search"` // the program with the signature of its search
	Off        string `json:"off"`    // switches of the search that are off
	Phrase     string `json:"phrase"`
	GameNodes  uint64 `json:"game_nodes"`
	Depth      int    `json:"depth"`
	MostNodes  uint64 `json:"most_nodes"`
	Star1      int    `json:"star1_reference"`
}

func (cfg *Config) manifest() Manifest {
	return Manifest{
		Evaluation: cfg.Evaluation.Name, Hash: cfg.Evaluation.Hash, Search: cfg.Generator,
		Off: strings.Join(cfg.Search.Off(), " "), Phrase: cfg.Phrase, GameNodes: cfg.Nodes,
		Depth: cfg.Depth, MostNodes: cfg.MostNodes, Star1: cfg.Star1,
	}
}

// claim makes the folder dir, which is locked, that of the audit of cfg, or refuses it.
func (cfg *Config) claim(dir string) error {
	path, want := filepath.Join(dir, manifestName), cfg.manifest()
	was, err := durable.ReadJSON[Manifest](path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := unclaimed(dir); err != nil {
			return err
		}
		return durable.WriteJSON(path, want)
	}
	if err != nil {
		return fmt.Errorf("%w; give another folder, or restore that file", err)
	}
	if *was != want {
		return fmt.Errorf("%s: this folder holds another audit: %s; give another folder", path, settings.Differences(*was, want))
	}
	return nil
}

// unclaimed refuses a folder with anything in it but games, which may be those of RunDrift.
func unclaimed(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("folder of the audit: %w", err)
	}
	other := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() || e.Name() != gamesDir })
	if other >= 0 {
		return fmt.Errorf("folder %s holds %s, which is not of this work: give another folder", dir, entries[other].Name())
	}
	return nil
}
