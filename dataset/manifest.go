package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"jieqi/dataset/durable"
)

// ManifestName is the file in each folder of shards that has one line for each finished shard.
const ManifestName = "manifest.jsonl"

// Entry is a line of the manifest.
type Entry struct {
	Shard       string  `json:"shard"` // file name, without folder
	Series      string  `json:"series"`
	First       uint64  `json:"first"`
	Games       uint64  `json:"games"`
	Positions   uint64  `json:"positions"`
	Bytes       int64   `json:"bytes"`
	Results     Results `json:"results"`
	SHA256      string  `json:"sha256"`       // of the file, its last 32 bytes excluded
	ContentHash string  `json:"content_hash"` // of the shard's games
}

// ReadManifest returns the lines of a manifest. A last line torn by a kill is left out; a file that
// does not exist has no lines.
func ReadManifest(path string) ([]Entry, error) {
	entries, err := durable.ReadJournal[Entry](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	return entries, nil
}

// appendManifest adds a line and waits until it is on disk.
func appendManifest(path string, e Entry) error {
	journal, _, err := durable.OpenJournal[Entry](path)
	if err == nil {
		err = errors.Join(journal.Append(e), journal.Close())
	}
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return nil
}

// Enlist adds the manifest line of a finished shard if its folder's manifest lacks it: a kill
// between the shard's renaming and its line leaves it out. A line that says otherwise is an error.
func Enlist(path string) error {
	s, err := openShard(path)
	if err != nil {
		return err
	}
	defer s.Close()
	name, entry := filepath.Join(filepath.Dir(path), ManifestName), s.entry()
	lines, err := ReadManifest(name)
	if err != nil {
		return err
	}
	for _, e := range lines {
		switch {
		case e == entry:
			return nil
		case e.Shard == entry.Shard:
			return fmt.Errorf("manifest %s: its line for %s is of another file; remove the line, and going on adds it again", name, path)
		}
	}
	return appendManifest(name, entry)
}
