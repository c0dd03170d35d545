package revealprice

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a mean in points with its 95 % interval.
type Estimate struct {
	N    int     `json:"n"` // values
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	RMS  float64 `json:"rms"`
}

// estimate describes values that come in clusters, which alone are independent of each other. The interval has no
// width below two clusters.
func estimate(clusters [][]float64) Estimate {
	var e Estimate
	squares, units := 0.0, 0
	for _, c := range clusters {
		for _, x := range c {
			e.N++
			e.Mean += x
			squares += x * x
		}
		if len(c) > 0 {
			units++
		}
	}
	if e.N == 0 {
		return e
	}
	n := float64(e.N)
	e.Mean /= n
	e.RMS = math.Sqrt(squares / n)
	half := 0.0
	if units > 1 {
		between := 0.0
		for _, c := range clusters {
			off := 0.0
			for _, x := range c {
				off += x - e.Mean
			}
			between += off * off
		}
		g := float64(units)
		t := distuv.StudentsT{Sigma: 1, Nu: g - 1}.Quantile(0.975)
		half = t * math.Sqrt(between*g/(g-1)) / n
	}
	e.Low, e.High = e.Mean-half, e.Mean+half
	return e
}

// singly is an estimate of values that are independent of each other.
func singly(values []float64) Estimate {
	clusters := make([][]float64, len(values))
	for i := range values {
		clusters[i] = values[i : i+1]
	}
	return estimate(clusters)
}
