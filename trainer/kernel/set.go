package kernel

import "fmt"

// Sizes that the kernels are compiled for.
const (
	Tile    = 32       // columns of the first layer in a tile
	TileIn  = 2 * Tile // inputs a tile gives the second layer: both perspectives
	Hidden1 = 16       // outputs of the second layer
	Hidden2 = 32       // outputs of the third layer
	Align   = 16       // the element-wise kernels take lengths that are multiples of this
	Rows    = 16       // the dense kernels take numbers of positions that are multiples of this
)

// Set is one implementation of every kernel. "open" below is 1 where an activation lies
// strictly between 0 and 1, otherwise 0: the derivative of the clipped ReLU, read off its output.
type Set struct {
	Name string // what it is made of
	Bits string // sets with the same Bits give the same; recorded in checkpoints

	// FirstForward sets x[r] = clip(bias + Σ w[f]) over the features f of each row r, where
	// clip limits to 0..1.
	// Every feature must be below the rows of w, which is not checked.
	FirstForward func(x, w, bias []float32, index []uint16, start []uint32)
	// FirstBackward sums, for each feature f, the rows of x in which it was active:
	// rows[end[f-1]:end[f]], from 0 for the first. It sets g[f] to the sum, or adds to it.
	// Every listed row must be below the rows of x, which is not checked.
	FirstBackward func(g, x []float32, rows []uint16, end []uint32, add bool)
	// TileSum adds all rows of x[rows][Tile] to sum[Tile].
	TileSum func(sum, x []float32)

	// Dense1Forward adds x[n][TileIn]·w[TileIn][Hidden1] to out[n][Hidden1].
	Dense1Forward func(out, x, w []float32)
	// Dense1Weights adds xᵀ·dz to g[TileIn][Hidden1], dz being [n][Hidden1].
	Dense1Weights func(g, x, dz []float32)
	// Dense1Inputs replaces x[n][TileIn] by open(x)·(dz[n][Hidden1]·wt[Hidden1][TileIn]).
	Dense1Inputs func(x, dz, wt []float32)
	// Dense1Sum adds all rows of dz[n][Hidden1] to sum[Hidden1].
	Dense1Sum func(sum, dz []float32)

	// Dense2Forward adds x[n][Hidden1]·w[Hidden1][Hidden2] to out[n][Hidden2].
	Dense2Forward func(out, x, w []float32)
	// Dense2Weights adds xᵀ·dz to g[Hidden1][Hidden2], dz being [n][Hidden2].
	Dense2Weights func(g, x, dz []float32)
	// Dense2Inputs replaces x[n][Hidden1] by open(x)·(dz[n][Hidden2]·wt[Hidden2][Hidden1]).
	Dense2Inputs func(x, dz, wt []float32)

	// Output sets z[p] = h[p]·w for h[n][Hidden2].
	Output func(z, h, w []float32)
	// OutputBackward, for d[n] = ∂loss/∂z, adds Σ d·h to gw[Hidden2], replaces h[n][Hidden2]
	// by dz = open(h)·d·w, and adds Σ dz to gb[Hidden2].
	OutputBackward func(h, gw, gb, w, d []float32)

	// Clip limits every x to 0..1.
	Clip func(x []float32)
	// Round sets every x in 0..1 to ⌊x·levels + half⌋ / levels.
	Round func(x []float32, levels, half float32)
	// Snap sets dst to src rounded to multiples of 1/scale, halves to even, no larger in
	// magnitude than limit/scale.
	Snap func(dst, src []float32, scale, limit float32)
	// Add adds src to dst.
	Add func(dst, src []float32)
	// Blend moves dst towards src by a share of the way: dst += share·(src − dst).
	Blend func(dst, src []float32, share float32)
	// SumSquares returns Σ x², summed in float32: meant for a few thousand elements.
	SumSquares func(x []float32) float32
	// AdamW takes one step of the optimiser.
	AdamW func(w, m, v, g []float32, u *Update)
}

// Update is one step of AdamW for a range of parameters that share their settings:
//
//	g' = Scale·g
//	m  = Beta1·m + (1-Beta1)·g'
//	v  = Beta2·v + (1-Beta2)·g'²
//	w  = limit(w·Keep - Rate·m / (√v·Root + Epsilon), ±Limit)
//
// The order of the fields is known to the assembly.
type Update struct {
	Scale        float32 // factor on the gradient: gradient clipping
	Beta1, Rest1 float32 // decay of the first moment, and 1 minus it
	Beta2, Rest2 float32 // decay of the second moment, and 1 minus it
	Rate         float32 // learning rate / (1 - Beta1^t)
	Root         float32 // 1 / √(1 - Beta2^t)
	Epsilon      float32
	Keep         float32 // 1 - learning rate · weight decay
	Limit        float32 // bound of the weight's magnitude
}

// Names lists the sets this machine can run, the fastest first.
func Names() []string {
	var names []string
	for _, s := range available {
		names = append(names, s.Name)
	}
	return names
}

// Best returns the fastest set this machine can run.
func Best() *Set { return available[0] }

// ByName returns the set called name. The error names the sets this machine can run.
func ByName(name string) (*Set, error) {
	return find("kernel set", name, func(s *Set) string { return s.Name })
}

// ByBits returns the fastest set that gives the bits named.
func ByBits(bits string) (*Set, error) {
	return find("a kernel set with the bits of", bits, func(s *Set) string { return s.Bits })
}

func find(what, name string, of func(*Set) string) (*Set, error) {
	for _, s := range available {
		if of(s) == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s %q cannot run on this machine, which has %q", what, name, Names())
}
