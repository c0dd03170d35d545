package inspect

// Spread is what the numbers of one tensor are like, in float units.
type Spread struct {
	Count int     `json:"count"`
	Min   float32 `json:"min"`
	Max   float32 `json:"max"`
	Mean  float64 `json:"mean_size"`       // of their absolute values
	Zero  float64 `json:"zero"`            // share that is exactly 0
	Limit float32 `json:"limit,omitempty"` // the largest size that the grid of a network has; 0: no grid
}

// spread describes numbers, of which there is at least one.
func spread(numbers []float32) Spread {
	s := Spread{Count: len(numbers), Min: numbers[0], Max: numbers[0]}
	zeros, sum := 0, 0.0
	for _, x := range numbers {
		s.Min, s.Max = min(s.Min, x), max(s.Max, x)
		if x == 0 {
			zeros++
		}
		sum += max(float64(x), -float64(x))
	}
	s.Mean, s.Zero = sum/float64(len(numbers)), float64(zeros)/float64(len(numbers))
	return s
}
