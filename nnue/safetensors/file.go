package safetensors

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// lengthSize is the bytes of the header's length.
const lengthSize = 8

// MaxFile returns the most bytes that a file with this many numbers can have.
func MaxFile(numbers int) int { return lengthSize + maxHeader + 4*numbers }

// Write writes tensors and metadata, with a hash under SumKey in place of what metadata has there.
// Nothing is written when a tensor is not as Tensor says, two have one name, or the header would be too
// long to be read again.
func Write(w io.Writer, tensors []Tensor, metadata map[string]string) error {
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
		if err := t.check(); err != nil {
			return nil, err
		}
		end := at + 4*uint64(len(t.Data))
		shape := append([]int{}, t.Shape...) // never null in the header
		entries = append(entries, namedEntry{t.Name, headerEntry{Type: float32Type, Shape: shape, Offsets: [2]uint64{at, end}}})
		at = end
	}
	return entries, nil
}

// Read returns the tensors of a file in the order of their data (those without any by name), and its
// metadata (nil when it has none). Every byte of file must be accounted for, and every number finite.
// The error is ErrDamaged, by errors.Is, when the metadata has a hash that does not match.
func Read(file []byte) ([]Tensor, map[string]string, error) {
	if len(file) < lengthSize {
		return nil, nil, fmt.Errorf("not a safetensors file: %d bytes", len(file))
	}
	length := binary.LittleEndian.Uint64(file)
	if length > maxHeader || length > uint64(len(file)-lengthSize) {
		return nil, nil, fmt.Errorf("not a safetensors file, or cut short: header of %d bytes in a file of %d", length, len(file))
	}
	header, data := file[lengthSize:lengthSize+length], file[lengthSize+length:]
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

// placeTensors cuts data as entries say, which must cover it without a gap or an overlap.
func placeTensors(entries []namedEntry, data []byte) ([]Tensor, error) {
	slices.SortFunc(entries, func(a, b namedEntry) int {
		if c := slices.Compare(a.Offsets[:], b.Offsets[:]); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	tensors := make([]Tensor, 0, len(entries))
	at := uint64(0)
	for _, e := range entries {
		if e.Type != float32Type {
			return nil, fmt.Errorf("tensor %q: type %q, only %s is supported", e.name, e.Type, float32Type)
		}
		size, ok := bytesOf(e.Shape)
		if !ok || e.Shape == nil || e.Offsets != [2]uint64{at, at + size} || at+size > uint64(len(data)) {
			return nil, fmt.Errorf("tensor %q: shape %v at bytes %d to %d of %d does not follow byte %d",
				e.name, e.Shape, e.Offsets[0], e.Offsets[1], len(data), at)
		}
		t := Tensor{Name: e.name, Shape: e.Shape, Data: decodeFloats(data[at : at+size])}
		if err := t.check(); err != nil {
			return nil, err
		}
		at += size
		tensors = append(tensors, t)
	}
	if at != uint64(len(data)) {
		return nil, fmt.Errorf("safetensors: %d bytes of data belong to no tensor", uint64(len(data))-at)
	}
	return tensors, nil
}
