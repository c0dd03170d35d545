package safetensors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// raw returns a safetensors file of a header as it stands.
func raw(header string, data int) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), make([]byte, data)...)
}

func TestReadAccepts(t *testing.T) {
	file := raw(`{"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]},"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}  `, 12)
	binary.LittleEndian.PutUint32(file[len(file)-4:], math.Float32bits(1.5))
	tensors, metadata, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []Tensor{{Name: "a", Shape: []int{}, Data: []float32{0}}, {Name: "b", Shape: []int{2}, Data: []float32{0, 1.5}}}
	if diff := cmp.Diff(want, tensors); diff != "" || metadata["k"] != "v" {
		t.Errorf("%s, metadata %v", diff, metadata)
	}
}

func TestReadRefuses(t *testing.T) {
	nan := raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4)
	binary.LittleEndian.PutUint32(nan[len(nan)-4:], math.Float32bits(float32(math.NaN())))
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"empty":          {nil, "not a safetensors file"},
		"huge header":    {binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "cut short"},
		"cut header":     {raw(`{}`, 0)[:9], "cut short"},
		"no object":      {raw(`[]`, 0), "not a JSON object"},
		"two objects":    {raw(`{}{}`, 0), "after the JSON object"},
		"twice":          {raw(`{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}`, 0), "comes twice"},
		"type":           {raw(`{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}`, 4), `"F16"`},
		"unknown field":  {raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}}`, 4), "unknown field"},
		"gap":            {raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, 8), "does not follow"},
		"overlap":        {raw(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, 8), "does not follow"},
		"too long":       {raw(`{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, 8), "does not follow"},
		"wrong shape":    {raw(`{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}`, 8), "does not follow"},
		"null shape":     {raw(`{"a":{"dtype":"F32","shape":null,"data_offsets":[0,4]}}`, 4), "does not follow"},
		"negative":       {raw(`{"a":{"dtype":"F32","shape":[-1,-2],"data_offsets":[0,8]}}`, 8), "does not follow"},
		"giant":          {raw(`{"a":{"dtype":"F32","shape":[2147483647,2147483647,4],"data_offsets":[0,8]}}`, 8), "does not follow"},
		"trailing":       {raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 5), "belong to no tensor"},
		"not a number":   {nan, "NaN"},
		"metadata types": {raw(`{"__metadata__":{"a":1}}`, 0), "__metadata__"},
	} {
		if _, _, err := Read(c.file); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	one := []float32{1}
	for name, tensors := range map[string][]Tensor{
		"twice":    {{Name: "a", Shape: []int{1}, Data: one}, {Name: "a", Shape: []int{1}, Data: one}},
		"shape":    {{Name: "a", Shape: []int{2}, Data: one}},
		"reserved": {{Name: "__metadata__", Shape: []int{1}, Data: one}},
		"header":   {{Name: strings.Repeat("a", maxHeader), Shape: []int{1}, Data: one}},
		"negative": {{Name: "a", Shape: []int{-1, -1}, Data: one}},
		"infinite": {{Name: "a", Shape: []int{1}, Data: []float32{float32(math.Inf(1))}}},
		"name":     {{Name: "\xff", Shape: []int{1}, Data: one}},
	} {
		var b bytes.Buffer
		if err := Write(&b, tensors, nil); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, b.Len())
		}
	}
	var b bytes.Buffer
	if err := Write(&b, nil, map[string]string{"k": "\xff"}); err == nil || b.Len() > 0 {
		t.Errorf("metadata that is not UTF-8: error %v after %d bytes", err, b.Len())
	}
}

// drawTensors returns tensors of distinct names, some of them empty.
func drawTensors(t *rapid.T) []Tensor {
	var tensors []Tensor
	for _, name := range rapid.SliceOfNDistinct(rapid.String(), 0, 4, rapid.ID).Draw(t, "names") {
		shape := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "shape")
		size, _ := bytesOf(shape)
		data := rapid.SliceOfN(rapid.Float32(), int(size/4), int(size/4)).Draw(t, "data")
		tensors = append(tensors, Tensor{Name: name, Shape: shape, Data: data})
	}
	return tensors
}

func TestRoundTrip(t *testing.T) {
	byName := func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) }
	rapid.Check(t, func(t *rapid.T) {
		want := drawTensors(t)
		metadata := rapid.MapOfN(rapid.String(), rapid.String(), 0, 3).Draw(t, "metadata")
		var file, again bytes.Buffer
		if err := errors.Join(Write(&file, want, metadata), Write(&again, want, metadata)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), again.Bytes()) {
			t.Fatal("equal arguments gave other bytes")
		}
		if most := MaxFile(file.Len() / 4); file.Len() > most {
			t.Fatalf("%d bytes, at most %d promised", file.Len(), most)
		}
		got, gotMetadata, err := Read(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(want, byName) // Read orders empty tensors by name
		slices.SortFunc(got, byName)
		metadata[SumKey] = gotMetadata[SumKey]
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()) + cmp.Diff(metadata, gotMetadata); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestReadFindsDamage flips each bit of a file in turn. Where JSON reads two spellings alike (the case of
// a key) the content is what was written; all else is refused.
func TestReadFindsDamage(t *testing.T) {
	want := []Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1, -2}}}
	var b bytes.Buffer
	if err := Write(&b, want, map[string]string{"k": "v"}); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for i := range 8 * b.Len() {
		file := slices.Clone(b.Bytes())
		file[i/8] ^= 1 << (i % 8)
		got, metadata, err := Read(file)
		if errors.Is(err, ErrDamaged) {
			damaged++
		}
		if err == nil && metadata[SumKey] != "" && (cmp.Diff(want, got) != "" || metadata["k"] != "v") {
			t.Errorf("bit %d of byte %d: read as %v, %v", i%8, i/8, got, metadata)
		}
	}
	if damaged < 8*8 {
		t.Errorf("%d flips told as damage, want at least those of the data", damaged)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"__metadata__":{"k":"v"}}`, 4))
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[0,2],"data_offsets":[0,0]}}`, 4))
	f.Add(raw(`{}`, 0))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, metadata, err := Read(file)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, tensors, metadata); err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		again, signed, err := Read(b.Bytes())
		if err != nil {
			t.Fatalf("cannot read what was written: %v", err)
		}
		delete(signed, SumKey)
		delete(metadata, SumKey)
		if diff := cmp.Diff(tensors, again) + cmp.Diff(metadata, signed, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
