package nnue

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"jieqi/dataset/durable"
	"jieqi/dataset/lineage"
	"jieqi/nnue/safetensors"
)

// LineageKey is the metadata key of a Params.Lineage in safetensors files.
const LineageKey = "lineage"

// Write writes p, its lineage and metadata in the safetensors format.
func (p *Params) Write(w io.Writer, metadata map[string]string) error {
	text, err := p.Lineage.Text()
	if err != nil {
		return err
	}
	if text != "" {
		all := map[string]string{}
		maps.Copy(all, metadata)
		all[LineageKey] = text
		metadata = all
	}
	tensors := p.Tensors()
	return safetensors.Write(w, tensors[:], metadata)
}

// Hash returns the SHA-256 of the numbers of p, as a safetensors file without metadata holds them, in hexadecimal digits.
func (p *Params) Hash() (string, error) {
	tensors, h := p.Tensors(), sha256.New()
	if err := safetensors.Write(h, tensors[:], nil); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Save writes p, its lineage and metadata to a safetensors file, whole or not at all.
func (p *Params) Save(path string, metadata map[string]string) error {
	err := durable.Write(path, func(w io.Writer) error { return p.Write(w, metadata) })
	if err != nil {
		return fmt.Errorf("parameters: %w", err)
	}
	return nil
}

// ParamsOf returns the parameters that tensors hold, which must be those of Params.Tensors in
// any order and nothing else, with the lineage in the metadata of their file.
func ParamsOf(tensors []safetensors.Tensor, metadata map[string]string) (*Params, error) {
	p := ZeroParams()
	var err error
	if p.Lineage, err = lineage.Parse(metadata[LineageKey]); err != nil {
		return nil, err
	}
	want := p.Tensors()
	if len(tensors) != len(want) {
		return nil, fmt.Errorf("%d tensors, a network has %d", len(tensors), len(want))
	}
	for _, w := range want {
		i := slices.IndexFunc(tensors, func(t safetensors.Tensor) bool { return t.Name == w.Name })
		if i < 0 {
			return nil, fmt.Errorf("tensor %q is missing", w.Name)
		}
		if !slices.Equal(tensors[i].Shape, w.Shape) {
			return nil, fmt.Errorf("tensor %q: shape %v, not %v", w.Name, tensors[i].Shape, w.Shape)
		}
		copy(w.Data, tensors[i].Data)
	}
	return p, nil
}
