package nnue

import (
	"crypto/sha256"
	"fmt"

	"jieqi/nnue/features"
)

// The widths of the layers.
const (
	Inputs  = features.Count // 1,470 of each perspective
	Width   = 256            // first layer, each perspective
	Joined  = 2 * Width      // own then enemy
	Hidden1 = 16
	Hidden2 = 32

	NumParams = Inputs*Width + Width + Joined*Hidden1 + Hidden1 + Hidden1*Hidden2 + Hidden2 + Hidden2 + 1
)

// architecture names the layers and the input set in words. A network file carries its hash, so
// any change of meaning must change this text.
var architecture = fmt.Sprintf("inputs jieqi-piece-point-pool %d; %d x2 shared, own first; clipped relu %d; %d; %d; 1",
	Inputs, Width, ActivationMax, Hidden1, Hidden2)

// architectureHash is what a file says about the architecture it holds.
var architectureHash = sha256.Sum256([]byte(architecture))
