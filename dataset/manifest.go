package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// ReadManifest returns the lines of a manifest. A last line without newline, torn by a kill, is
// left out; a file that does not exist has no lines.
func ReadManifest(path string) ([]Entry, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	entries, err := parseManifest(text)
	if err != nil {
		return nil, fmt.Errorf("manifest %s: %w", path, err)
	}
	return entries, nil
}

func parseManifest(text []byte) ([]Entry, error) {
	var entries []Entry
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return entries, nil
		}
		text = rest
		var e Entry
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if dec.More() {
			return nil, fmt.Errorf("line %d: more than one value", n)
		}
		entries = append(entries, e)
	}
}

// appendManifest adds a line, after cutting off a torn one, and waits until it is on disk.
func appendManifest(path string, e Entry) (err error) {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	end := int64(bytes.LastIndexByte(text, '\n') + 1)
	if err := f.Truncate(end); err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	if _, err := f.WriteAt(append(line, '\n'), end); err != nil {
		return fmt.Errorf("manifest %s: %w", path, errors.Join(err, f.Truncate(end)))
	}
	return f.Sync()
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
			return fmt.Errorf("manifest %s: its line for %s is of another file: %+v", name, path, e)
		}
	}
	return appendManifest(name, entry)
}
