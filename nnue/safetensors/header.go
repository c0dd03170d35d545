package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

const (
	maxHeader   = 1 << 20 // bytes
	metadataKey = "__metadata__"
	float32Type = "F32"
)

// headerEntry is what the header says about one tensor.
type headerEntry struct {
	Type    string    `json:"dtype"`
	Shape   []int     `json:"shape"`
	Offsets [2]uint64 `json:"data_offsets"` // within the data: first byte, and one past the last
}

// namedEntry is a headerEntry with its key.
type namedEntry struct {
	name string
	headerEntry
}

// encodeHeader returns the JSON header, padded with spaces so that the data starts at a
// multiple of eight bytes.
func encodeHeader(entries []namedEntry, metadata map[string]string) ([]byte, error) {
	fields := map[string]any{}
	for key, value := range metadata {
		if !utf8.ValidString(key + value) {
			return nil, fmt.Errorf("metadata %q is not UTF-8", key)
		}
		fields[metadataKey] = metadata
	}
	for _, e := range entries {
		if !utf8.ValidString(e.name) {
			return nil, fmt.Errorf("tensor %q: its name is not UTF-8", e.name)
		}
		fields[e.name] = e.headerEntry
	}
	header, err := json.Marshal(fields) // keys come out sorted
	if err != nil {
		return nil, err
	}
	for len(header)%8 != 0 {
		header = append(header, ' ')
	}
	if len(header) > maxHeader {
		return nil, fmt.Errorf("header of %d bytes, at most %d allowed", len(header), maxHeader)
	}
	return header, nil
}

// decodeHeader walks the header's keys one by one, since a plain json.Unmarshal would let a
// second key of the same name replace the first.
func decodeHeader(header []byte) (entries []namedEntry, metadata map[string]string, err error) {
	d := json.NewDecoder(bytes.NewReader(header))
	d.DisallowUnknownFields()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, errors.New("not a JSON object")
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		name := t.(string) // the decoder lets nothing else be a key
		if seen[name] {
			return nil, nil, fmt.Errorf("key %q comes twice", name)
		}
		seen[name] = true
		if name == metadataKey {
			if err := d.Decode(&metadata); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			continue
		}
		e := namedEntry{name: name}
		if err := d.Decode(&e.headerEntry); err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		entries = append(entries, e)
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, err
	}
	if rest := header[d.InputOffset():]; len(bytes.Trim(rest, " ")) > 0 {
		return nil, nil, errors.New("text after the JSON object")
	}
	return entries, metadata, nil
}
