package eval

import "math"

// Paired is a paired t test: one difference for each unit (for losses: candidate minus incumbent,
// averaged within a deal).
type Paired struct {
	N      int     `json:"n"`       // units
	Mean   float64 `json:"mean"`    // mean difference
	StdErr float64 `json:"std_err"` // of Mean
	T      float64 `json:"t"`       // Mean / StdErr; 0 when there is no variance
}

// NewPaired tests the given differences. Fewer than two of them, or equal ones, give T = 0.
func NewPaired(differences []float64) Paired {
	n := len(differences)
	if n == 0 {
		return Paired{}
	}
	mean := 0.0
	for _, d := range differences {
		mean += d
	}
	mean /= float64(n)
	r := Paired{N: n, Mean: mean}
	if n < 2 {
		return r
	}
	squares := 0.0
	for _, d := range differences {
		squares += (d - mean) * (d - mean)
	}
	if r.StdErr = math.Sqrt(squares / float64(n-1) / float64(n)); r.StdErr > 0 {
		r.T = mean / r.StdErr
	}
	return r
}
