package nnue

import (
	"fmt"
	"io"
	"slices"

	"jieqi/dataset/durable"
	"jieqi/nnue/safetensors"
)

// Write writes p with metadata in the safetensors format.
func (p *Params) Write(w io.Writer, metadata map[string]string) error {
	tensors := p.Tensors()
	return safetensors.Write(w, tensors[:], metadata)
}

// Save writes p with metadata to a safetensors file, whole or not at all.
func (p *Params) Save(path string, metadata map[string]string) error {
	err := durable.Write(path, func(w io.Writer) error { return p.Write(w, metadata) })
	if err != nil {
		return fmt.Errorf("parameters: %w", err)
	}
	return nil
}

// ReadParams returns the parameters and metadata of a safetensors file, which must hold exactly
// the tensors that Write writes.
func ReadParams(file []byte) (*Params, map[string]string, error) {
	tensors, metadata, err := safetensors.Read(file)
	if err != nil {
		return nil, nil, err
	}
	p, err := ParamsOf(tensors)
	return p, metadata, err
}

// ParamsOf returns the parameters that tensors hold, which must be those of Params.Tensors in
// any order and nothing else.
func ParamsOf(tensors []safetensors.Tensor) (*Params, error) {
	p := ZeroParams()
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

// LoadParams returns the parameters and metadata of the safetensors file at path.
func LoadParams(path string) (*Params, map[string]string, error) {
	file, err := readLimited(path, safetensors.MaxFile(NumParams))
	if err != nil {
		return nil, nil, fmt.Errorf("read parameters: %w", err)
	}
	p, metadata, err := ReadParams(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, metadata, nil
}
