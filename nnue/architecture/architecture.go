package architecture

import (
	"crypto/sha256"
	"fmt"

	"jieqi/nnue/features"
)

// The widths, which kernels and array types need as constants.
const (
	Inputs  = features.Count // 1,470 of each perspective
	Width   = 256            // outputs of the first layer, for each perspective
	Joined  = 2 * Width      // what the second layer sees: own, then enemy
	Hidden1 = 16
	Hidden2 = 32

	NumParams = Inputs*Width + Width + Joined*Hidden1 + Hidden1 + Hidden1*Hidden2 + Hidden2 + Hidden2 + 1
)

// Fixed points of the integer form. An activation of 1.0 is ActivationMax, so that a product of
// two neighbouring activations and int8 weights fits int16 (127·128·2 = 32,512).
const (
	ActivationMax = 127
	FirstScale    = 2 * ActivationMax // 1.0 in first-layer weights and accumulators
)

// NumLayers is the number of layers.
const NumLayers = 4

// Layers is the network. The output is the logit of the expected score of the side to move.
var Layers = [NumLayers]Layer{
	{Name: "l0", Inputs: Inputs, Outputs: Width, Twice: true, Weight: Int16, Bias: Int16, Scale: fixed(FirstScale), Then: ClippedReLU},
	{Name: "l1", Inputs: Joined, Outputs: Hidden1, Weight: Int8, Bias: Int32, Scale: Scale{"dense1", 16, 256}, Then: ClippedReLU},
	{Name: "l2", Inputs: Hidden1, Outputs: Hidden2, Weight: Int8, Bias: Int32, Scale: Scale{"dense2", 16, 256}, Then: ClippedReLU},
	{Name: "l3", Inputs: Hidden2, Outputs: 1, Weight: Int16, Bias: Int32, Scale: Scale{"output", 16, 4096}, Then: Linear},
}

// Description names the layers and the input set in words. A network file carries its hash, so any
// change of meaning must change this text.
var Description = describe()

// Hash is what a network file says about the architecture it holds: the SHA-256 of Description.
var Hash = sha256.Sum256([]byte(Description))

func describe() string {
	text := fmt.Sprintf("inputs %s %d", features.Name, Inputs)
	for i, l := range Layers {
		text += fmt.Sprintf("; %d", l.Outputs)
		if l.Twice {
			text += " x2 shared, own first"
		}
		if i == 0 { // said once: it follows every layer but the last
			text += fmt.Sprintf("; clipped relu %d", ActivationMax)
		}
	}
	return text
}
