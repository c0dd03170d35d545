package architecture

// Layer is one dense layer: outputs = Then(inputs · weights + bias).
type Layer struct {
	Name            string // begins the names of its tensors
	Inputs, Outputs int
	Twice           bool       // applied to each perspective with the same weights, both outputs joined, own first
	Weight, Bias    Integer    // how the integer network holds them
	Scale           Scale      // what 1.0 is in its integer weights
	Then            Activation // what follows
}

// Integer is a signed integer type, by its size in bytes.
type Integer int

// The integer types of tensors.
const (
	Int8  Integer = 1
	Int16 Integer = 2
	Int32 Integer = 4
)

// Bytes returns the size of a number.
func (i Integer) Bytes() int { return int(i) }

// Max returns the largest number.
func (i Integer) Max() int { return 1<<(8*i-1) - 1 }

// Scale is the range of what 1.0 may be in integers. Whoever quantises chooses a power of two in it;
// a fixed scale has no name and leaves no choice.
type Scale struct {
	Name     string // in configurations and errors
	Min, Max int
}

func fixed(scale int) Scale { return Scale{Min: scale, Max: scale} }

// Activation is a function applied to each output.
type Activation int

const (
	Linear      Activation = iota // nothing
	ClippedReLU                   // limited to 0..1, in integers 0..ActivationMax
)
