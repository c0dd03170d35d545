package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// The safetensors format: a little-endian uint64 header length, a JSON header that gives each
// tensor's type, shape and place in the data, then the data. Only F32 tensors that lie one after
// another without a gap are written and read.

const (
	maxHeader   = 1 << 20
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

// SumKey is the metadata key under which WriteTensors puts the SHA-256 of everything else in the
// file, since a flipped bit in a float32 mostly gives another float32.
const SumKey = "sha256"

// WriteTensors writes tensors and metadata in the safetensors format, with a hash under SumKey.
// Equal arguments give equal bytes.
func WriteTensors(w io.Writer, tensors []Tensor, metadata map[string]string) error {
	entries, err := layOut(tensors)
	if err != nil {
		return err
	}
	sum, err := sumOf(entries, metadata, func(h io.Writer) error { return writeData(h, tensors) })
	if err != nil {
		return err
	}
	signed := map[string]string{}
	maps.Copy(signed, metadata)
	signed[SumKey] = sum
	header, err := encodeHeader(entries, signed)
	if err != nil {
		return err
	}
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	if _, err := w.Write(append(head, header...)); err != nil {
		return err
	}
	return writeData(w, tensors)
}

// writeData writes the numbers of tensors one after another.
func writeData(w io.Writer, tensors []Tensor) error {
	var buf []byte
	for _, t := range tensors {
		buf = buf[:0]
		for _, x := range t.Data {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(x))
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// layOut gives each tensor its place in the data.
func layOut(tensors []Tensor) ([]namedEntry, error) {
	entries := make([]namedEntry, 0, len(tensors))
	taken := map[string]bool{metadataKey: true}
	at := uint64(0)
	for _, t := range tensors {
		if taken[t.Name] {
			return nil, fmt.Errorf("two tensors named %q", t.Name)
		}
		taken[t.Name] = true
		if t.size() != len(t.Data) {
			return nil, fmt.Errorf("tensor %q: shape %v with %d numbers", t.Name, t.Shape, len(t.Data))
		}
		end := at + 4*uint64(len(t.Data))
		entries = append(entries, namedEntry{t.Name, headerEntry{Type: float32Type, Shape: t.Shape, Offsets: [2]uint64{at, end}}})
		at = end
	}
	return entries, nil
}

// encodeHeader returns the JSON header, padded with spaces so that the data starts at a
// multiple of eight bytes.
func encodeHeader(entries []namedEntry, metadata map[string]string) ([]byte, error) {
	fields := map[string]any{}
	if len(metadata) > 0 {
		fields[metadataKey] = metadata
	}
	for _, e := range entries {
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

// sumOf returns the SHA-256, in hexadecimal digits, of the header without SumKey and of what data
// writes. The header is encoded anew so that the reader hashes the text that the writer did.
func sumOf(entries []namedEntry, metadata map[string]string, data func(io.Writer) error) (string, error) {
	bare := map[string]string{}
	maps.Copy(bare, metadata)
	delete(bare, SumKey)
	header, err := encodeHeader(entries, bare)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(header) // a hash never fails
	if err := data(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// checkSum compares the hash in metadata, if there is one, with the file's.
func checkSum(entries []namedEntry, metadata map[string]string, data []byte) error {
	want, ok := metadata[SumKey]
	if !ok {
		return nil // written by another program
	}
	sum, err := sumOf(entries, metadata, func(h io.Writer) error { _, err := h.Write(data); return err })
	if err == nil && sum != want {
		err = ErrDamaged
	}
	return err
}

// ReadTensors returns the tensors of a safetensors file in the order of their data, and its
// metadata (nil when it has none). Every byte of file must be accounted for, and every number
// finite. The error is ErrDamaged, by errors.Is, when the metadata has a hash that does not match.
func ReadTensors(file []byte) ([]Tensor, map[string]string, error) {
	if len(file) < 8 {
		return nil, nil, fmt.Errorf("not a safetensors file: %d bytes", len(file))
	}
	length := binary.LittleEndian.Uint64(file)
	if length > maxHeader || length > uint64(len(file)-8) {
		return nil, nil, fmt.Errorf("not a safetensors file, or cut short: header of %d bytes in a file of %d", length, len(file))
	}
	header, data := file[8:8+length], file[8+length:]
	entries, metadata, err := decodeHeader(header)
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors header: %w", err)
	}
	// Before the numbers are looked at: damage can also make one that is not finite.
	if err := checkSum(entries, metadata, data); err != nil {
		return nil, nil, err
	}
	tensors, err := placeTensors(entries, data)
	return tensors, metadata, err
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

// placeTensors cuts data as entries say, which must cover it without a gap or an overlap.
func placeTensors(entries []namedEntry, data []byte) ([]Tensor, error) {
	slices.SortFunc(entries, func(a, b namedEntry) int {
		switch {
		case a.Offsets[0] < b.Offsets[0]:
			return -1
		case a.Offsets[0] > b.Offsets[0]:
			return 1
		}
		return 0
	})
	tensors := make([]Tensor, 0, len(entries))
	at := uint64(0)
	for _, e := range entries {
		t := Tensor{Name: e.name, Shape: e.Shape}
		if e.Type != float32Type {
			return nil, fmt.Errorf("tensor %q: type %q, only %s is supported", e.name, e.Type, float32Type)
		}
		size, ok := checkedBytes(e.Shape)
		if !ok || e.Offsets[0] != at || e.Offsets[1] != at+size || at+size > uint64(len(data)) {
			return nil, fmt.Errorf("tensor %q: shape %v at bytes %d to %d of %d does not follow byte %d",
				e.name, e.Shape, e.Offsets[0], e.Offsets[1], len(data), at)
		}
		var err error
		if t.Data, err = decodeFloats(data[at : at+size]); err != nil {
			return nil, fmt.Errorf("tensor %q: %w", e.name, err)
		}
		at += size
		tensors = append(tensors, t)
	}
	if at != uint64(len(data)) {
		return nil, fmt.Errorf("safetensors: %d bytes of data belong to no tensor", uint64(len(data))-at)
	}
	return tensors, nil
}

// checkedBytes returns the bytes a tensor takes, or false when the shape is negative or larger
// than any file here.
func checkedBytes(shape []int) (uint64, bool) {
	size := uint64(4)
	for _, d := range shape {
		if d < 0 || d > math.MaxInt32 {
			return 0, false
		}
		if size *= uint64(d); size > math.MaxInt32 {
			return 0, false
		}
	}
	return size, true
}

func decodeFloats(b []byte) ([]float32, error) {
	values := make([]float32, len(b)/4)
	for i := range values {
		x := math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("number %d is %g", i, x)
		}
		values[i] = x
	}
	return values, nil
}
