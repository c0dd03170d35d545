package nnue

import "jieqi/nnue/architecture"

// The widths of the layers, as package architecture has them.
const (
	Inputs  = architecture.Inputs
	Width   = architecture.Width
	Joined  = architecture.Joined
	Hidden1 = architecture.Hidden1
	Hidden2 = architecture.Hidden2

	NumParams  = architecture.NumParams
	NumTensors = architecture.NumTensors
)

// Fixed points of the integer form: what an activation of 1.0 is, and what 1.0 is in the first layer's
// weights and accumulators.
const (
	ActivationMax = architecture.ActivationMax
	FirstScale    = architecture.FirstScale
)
