package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParamsRoundTrip(t *testing.T) {
	p := NewParams(3)
	path := filepath.Join(t.TempDir(), "p.safetensors")
	want := map[string]string{"run": "phrase", "step": "12"}
	if err := p.Save(path, want); err != nil {
		t.Fatal(err)
	}
	got, metadata, err := LoadParams(path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Flat, got.Flat) {
		t.Error("parameters differ after a round trip")
	}
	delete(metadata, SumKey)
	if diff := cmp.Diff(want, metadata); diff != "" {
		t.Error(diff)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if at := 8 + binary.LittleEndian.Uint64(file); at%8 != 0 || int(at)+4*NumParams != len(file) {
		t.Errorf("data starts at byte %d of %d", at, len(file))
	}
}

// raw returns a safetensors file of a header as it stands.
func raw(header string, data int) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), make([]byte, data)...)
}

func TestReadTensorsAccepts(t *testing.T) {
	file := raw(`{"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]},"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}  `, 12)
	binary.LittleEndian.PutUint32(file[len(file)-4:], math.Float32bits(1.5))
	tensors, metadata, err := ReadTensors(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []Tensor{{Name: "a", Shape: []int{}, Data: []float32{0}}, {Name: "b", Shape: []int{2}, Data: []float32{0, 1.5}}}
	if diff := cmp.Diff(want, tensors); diff != "" || metadata["k"] != "v" {
		t.Errorf("%s, metadata %v", diff, metadata)
	}
}

func TestReadTensorsRefuses(t *testing.T) {
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
		"negative":       {raw(`{"a":{"dtype":"F32","shape":[-1,-2],"data_offsets":[0,8]}}`, 8), "does not follow"},
		"giant":          {raw(`{"a":{"dtype":"F32","shape":[2147483647,2147483647,4],"data_offsets":[0,8]}}`, 8), "does not follow"},
		"trailing":       {raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 5), "belong to no tensor"},
		"not a number":   {nan, "NaN"},
		"metadata types": {raw(`{"__metadata__":{"a":1}}`, 0), "__metadata__"},
	} {
		if _, _, err := ReadTensors(c.file); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestParamsOfRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t []Tensor) []Tensor
		says   string
	}{
		"missing": {func(t []Tensor) []Tensor { return t[1:] }, "7 tensors"},
		"renamed": {func(t []Tensor) []Tensor { t[2].Name = "l9.weight"; return t }, `"l1.weight" is missing`},
		"shape":   {func(t []Tensor) []Tensor { t[4].Shape = []int{Hidden2, Hidden1}; return t }, "[32 16]"},
	} {
		tensors := NewParams(1).Tensors()
		var b bytes.Buffer
		if err := WriteTensors(&b, c.change(tensors[:]), nil); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadParams(b.Bytes()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestWriteTensorsRefuses(t *testing.T) {
	one := []float32{1}
	for name, tensors := range map[string][]Tensor{
		"twice":    {{Name: "a", Shape: []int{1}, Data: one}, {Name: "a", Shape: []int{1}, Data: one}},
		"shape":    {{Name: "a", Shape: []int{2}, Data: one}},
		"reserved": {{Name: "__metadata__", Shape: []int{1}, Data: one}},
		"header":   {{Name: strings.Repeat("a", maxHeader), Shape: []int{1}, Data: one}},
	} {
		var b bytes.Buffer
		if err := WriteTensors(&b, tensors, nil); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, b.Len())
		}
	}
}

func TestLoadParamsNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p")
	if err := os.WriteFile(path, []byte("short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := LoadParams(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v does not name %s", err, path)
	}
}

func TestLoadParamsFindsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p")
	if err := NewParams(1).Save(path, map[string]string{"step": "12"}); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data := 8 + int(binary.LittleEndian.Uint64(file))
	for name, at := range map[string]int{
		"first number": data, "exponent": data + 3, "last byte": len(file) - 1,
		"metadata": bytes.Index(file, []byte(`"12"`)) + 1,
		"hash":     bytes.Index(file, []byte(`"sha256":"`)) + len(`"sha256":"`),
	} {
		bad := slices.Clone(file)
		bad[at] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := LoadParams(path)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadTensors(f *testing.F) {
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"__metadata__":{"k":"v"}}`, 4))
	f.Add(raw(`{}`, 0))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, metadata, err := ReadTensors(file)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteTensors(&b, tensors, metadata); err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		again, _, err := ReadTensors(b.Bytes())
		if err != nil {
			t.Fatalf("cannot read what was written: %v", err)
		}
		for i := range again {
			if !slices.Equal(again[i].Data, tensors[i].Data) {
				t.Fatalf("tensor %q changed", again[i].Name)
			}
		}
	})
}
