package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/nnue/safetensors"
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
	delete(metadata, safetensors.SumKey)
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

func TestParamsOfRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t []safetensors.Tensor) []safetensors.Tensor
		says   string
	}{
		"missing": {func(t []safetensors.Tensor) []safetensors.Tensor { return t[1:] }, "7 tensors"},
		"renamed": {func(t []safetensors.Tensor) []safetensors.Tensor { t[2].Name = "l9.weight"; return t }, `"l1.weight" is missing`},
		"shape":   {func(t []safetensors.Tensor) []safetensors.Tensor { t[4].Shape = []int{Hidden2, Hidden1}; return t }, "[32 16]"},
	} {
		tensors := NewParams(1).Tensors()
		var b bytes.Buffer
		if err := safetensors.Write(&b, c.change(tensors[:]), nil); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadParams(b.Bytes()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
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
		if !errors.Is(err, safetensors.ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
