package nnue

// Tensor is a named block of float32 numbers, the last dimension varying fastest.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// size returns how many numbers the shape asks for.
func (t *Tensor) size() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}
