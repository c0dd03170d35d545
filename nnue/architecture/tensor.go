package architecture

// Tensor is the shape of one array of parameters, the last dimension varying fastest.
type Tensor struct {
	Name    string
	Shape   []int   // a layer's weights are [inputs][outputs], or [inputs] to a single output; biases [outputs]
	Integer Integer // how the integer network holds it
}

// NumTensors is the number of tensors: weights and bias of each layer.
const NumTensors = 2 * NumLayers

// Tensors lists the tensors in the order in which parameters and network files hold them: layer by
// layer, weights before bias.
var Tensors = func() (list [NumTensors]Tensor) {
	for i, l := range Layers {
		shape := []int{l.Inputs, l.Outputs}
		if l.Outputs == 1 {
			shape = shape[:1]
		}
		list[2*i] = Tensor{Name: l.Name + ".weight", Shape: shape, Integer: l.Weight}
		list[2*i+1] = Tensor{Name: l.Name + ".bias", Shape: []int{l.Outputs}, Integer: l.Bias}
	}
	return list
}()

// Len returns how many numbers t holds.
func (t *Tensor) Len() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}
