package safetensors

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Tensor is a named block of float32 numbers, the last dimension varying fastest.
type Tensor struct {
	Name  string
	Shape []int     // none negative; empty for a single number
	Data  []float32 // as many as the product of Shape, all finite
}

// maxBytes bounds the data of one tensor.
const maxBytes = math.MaxInt32

// bytesOf returns the bytes of a tensor's data, or false when a dimension is negative or the tensor is
// larger than maxBytes.
func bytesOf(shape []int) (uint64, bool) {
	size := uint64(4)
	for _, d := range shape {
		if d < 0 || d > maxBytes {
			return 0, false
		}
		if size *= uint64(d); size > maxBytes {
			return 0, false
		}
	}
	return size, true
}

// check returns an error unless t is as Tensor says.
func (t *Tensor) check() error {
	if size, ok := bytesOf(t.Shape); !ok || size != 4*uint64(len(t.Data)) {
		return fmt.Errorf("tensor %q: shape %v with %d numbers", t.Name, t.Shape, len(t.Data))
	}
	for i, x := range t.Data {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("tensor %q: number %d is %g", t.Name, i, x)
		}
	}
	return nil
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

func decodeFloats(b []byte) []float32 {
	values := make([]float32, len(b)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return values
}
